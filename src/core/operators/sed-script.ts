/** What stands between two delimiters, of which the first is at hand; brackets do not hold one, since seds differ there. */
const piece = String.raw`(?:(?!\1)[^\\[\n]|\\.|\[\^?\]?(?:(?!\1)[^\]\\\n])*\])*`
const address = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\[\n]|\\.|\[\^?\]?[^\]/\\\n]*\])*/I?)`

const between = /[\s;{}]*/y
const range = new RegExp(String.raw`(?:${address}(?:,(?:[+~]\d+|${address}))?)?[ \t]*!?[ \t]*`, 'y')
const single = /(?:[pPdDnNgGhHxz=]|[qQlL]\d*)(?=[\s;}]|$)/y
const change = new RegExp(String.raw`[sy]([/|,#:!%@_])${piece}\1${piece}\1[gpiIM\d]*(?=[\s;}]|$)`, 'y')

/** True for a script of sed that only prints and changes lines: it runs nothing, and names no file to read or write. */
export function isHarmlessSed(script: string): boolean {
  let at = 0
  const skip = (form: RegExp): boolean => {
    form.lastIndex = at
    const found = form.exec(script)
    if (found !== null) at = form.lastIndex
    return found !== null
  }
  skip(between)
  while (at < script.length) {
    skip(range)
    if (script.charAt(at) !== '{' && !skip(single) && !skip(change)) return false
    skip(between)
  }
  return true
}
