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

/** What a script of sed does beside changing lines. */
export interface SedEffects {
  /** Files that it writes. */
  writes: string[]
  /** Lines that it gives to a shell; the empty one stands for the text that it is given. */
  runs: string[]
}

const toEnd = /[^\n]*/y
const replacing = /s([^\s\\])(?:(?!\1)[^\\\n]|\\.)*\1((?:(?!\1)[^\\\n]|\\.)*)\1([gpiIMem\d]*)(w?)/y
const exchanging = /y([^\s\\])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1/y
const moreAddress = /[,!+~\d$\s;{}]+|[/](?:[^/\\\n]|\\.)*[/]I?|\\(.)(?:(?!\1)[^\\\n]|\\.)*\1/y

/** A longer one takes long to be read, and may write anything. */
const longest = 4000

/** By best effort: what is no command is stepped over. */
export function sedEffects(script: string): SedEffects {
  if (script.length > longest) return { writes: ['**'], runs: [] }
  const effects: SedEffects = { writes: [], runs: [] }
  const changed: string[] = []
  let at = 0
  const take = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at
    const found = form.exec(script)
    if (found !== null) at = form.lastIndex
    return found
  }
  while (at < script.length) {
    const change = take(replacing)
    if (change !== null) {
      const [, , made = '', flags = '', writing = ''] = change
      changed.push(made.replaceAll('\\', ''))
      if (flags.includes('e')) effects.runs.push('')
      if (writing !== '') effects.writes.push(take(toEnd)?.[0].trim() ?? '')
    } else if (take(exchanging) === null && take(moreAddress) === null) {
      const letter = script.charAt(at)
      at += 1
      if (/[wW]/.test(letter)) effects.writes.push(take(toEnd)?.[0].trim() ?? '')
      else if (letter === 'e') effects.runs.push(take(toEnd)?.[0].trim() ?? '')
      else if (/[aicrRbtT:#]/.test(letter)) take(toEnd)
    }
  }
  // What is given may have been changed before it is run.
  if (effects.runs.includes('')) effects.runs.push(...changed.filter((text) => text !== ''))
  return effects
}
