import { foundByFd, foundByFind, listedByGit, listedByRg } from './find.ts'
import { type Given, isGlob, join, nothing, packed, unknown } from './path.ts'
import { globsAround } from './regex.ts'
import { decoded, fromHex, unescaped } from './code/text.ts'

/** What a command writes into a pipe, as far as its words say it. */
export function printedBy(program: string, given: readonly Given[], piped: readonly string[]): string[] {
  const operands = given.filter(({ word }) => !word.value.startsWith('-')).flatMap(({ forms }) => forms)
  if (program === 'echo' || program === 'printf') {
    const said = given.filter(({ word }) => !/^-(?:[neE]+|-)$/.test(word.value)).flatMap(({ forms }) => forms)
    const texts = [said.join(' '), ...(program === 'printf' ? [formatted(said)] : [])]
    const plain = texts.flatMap((text) => [text, unescaped(text)])
    const words = plain.flatMap((text) => text.split(/\s|\\[nt0]/)).filter((word) => word !== '')
    return [...new Set([...words, ...plain])]
  }
  if (program === 'find') return foundByFind(given)
  if (program === 'fd') return foundByFd(given)
  if (program === 'rg' && given.some(({ word }) => word.value === '--files')) return listedByRg(given)
  if (program === 'compgen')
    return operands.map((form) => (given.some(({ word }) => word.value === '-G') ? form : `${form}*`))
  if (program === 'ls') return operands.length === 0 ? ['*'] : operands.flatMap((form) => [form, join(form, '*')])
  if (program === 'git') return listedByGit(given)
  if (program === 'cat' && given.length > 0) return []
  if (program === 'tar' && /^-?[a-zA-Z]*c/.test(given[0]?.word.value ?? '')) return packed(given)
  if (/^(?:[ef]?grep|rg)$/.test(program))
    return piped.length > 0 ? filtered(given, operands, piped) : [...operands.slice(1), nothing]
  if (decodes(program, given)) {
    const plain = piped.flatMap((text) => [...fromHex(text), ...decoded(text)])
    return plain.length > 0 ? plain.flatMap((text) => [text, ...text.split(/\s+/)]) : [unknown]
  }
  // Names that stand in the line itself may be made into others; those of listed files are mostly kept.
  if (program === 'sed' && piped.length > 0 && piped.every((text) => text !== nothing && !isGlob(text)))
    return [...piped, unknown]
  if (program === 'rev') return piped.map((text) => [...text].reverse().join(''))
  if (program === 'tr' && !/^(?:\\[ntr0]|\s|A-Z|a-z|\[:(?:upper|lower):\])*$/.test(operands.at(-1) ?? ''))
    return given.some(({ word }) => /^-[a-zA-Z]*[ds]/.test(word.value))
      ? piped.flatMap((text) => [text, without(operands.at(-1) ?? '', text)])
      : [unknown]
  return [...piped]
}

/** Of names that are not known those are left in which a pattern is found. */
function filtered(given: readonly Given[], [pattern = '']: readonly string[], piped: readonly string[]): string[] {
  if (given.some(({ word }) => /^-[a-zA-Z]*[vL]|^--(?:invert|files-without)/.test(word.value))) return [...piped]
  const known = piped.filter((text) => !isGlob(text))
  return known.length === piped.length ? known : [...known, ...globsAround(pattern)]
}

const without = (letters: string, text: string): string =>
  [...text].filter((letter) => !letters.includes(letter)).join('')

/** True for a program that makes another text of what it is given, which no word shows. */
function decodes(program: string, given: readonly Given[]): boolean {
  if (/^(?:gunzip|zcat|bzcat|bunzip2|xzcat|unxz|zstdcat|unzstd|uudecode)$/.test(program)) return true
  const takesBack =
    program === 'xxd'
      ? /^-[a-z]*r/
      : /^(?:base(?:16|32|64|nc)|gzip|bzip2|xz|zstd|gpg)$/.test(program)
        ? /^-[a-zA-Z]*[dD]|^--(?:decode|decompress|decrypt|uncompress)$/
        : program === 'openssl'
          ? /^-d$/
          : null
  return takesBack !== null && given.some(({ word }) => takesBack.test(word.value))
}

/** What printf makes of its words. */
function formatted([format = '', ...values]: readonly string[]): string {
  const rest = [...values]
  return format.replace(/%[-\d.]*[sbq]/g, () => rest.shift() ?? '')
}
