import { findTouches, type Given } from './shell-manner.ts'
import { join } from './shell-word.ts'

/** Stands for names that nobody can mean. */
const nothing = '/dev/null'

/** What a command writes into a pipe, as far as its words say it. */
export function printedBy(program: string, given: readonly Given[], piped: readonly string[]): string[] {
  const operands = given.filter(({ word }) => !word.value.startsWith('-')).flatMap(({ forms }) => forms)
  if (program === 'echo' || program === 'printf') {
    const words = operands.flatMap((form) => form.split(/\s|\\n/)).filter((word) => word !== '')
    return [...new Set([...words, operands.join(' ')])]
  }
  if (program === 'find' || program === 'fd') return findTouches(given, false)
  if (program === 'ls') return operands.length === 0 ? ['*'] : operands.flatMap((form) => [form, join(form, '*')])
  if (program === 'git') return operands.length > 1 ? operands.slice(1) : [nothing]
  if (program === 'cat' && given.length > 0) return []
  if (program === 'grep' || program === 'rg' || program === 'egrep')
    return piped.length > 0 ? [...piped] : [...operands.slice(1), nothing]
  return [...piped]
}

/** What a text of base64 says, if it says something that can be read. */
export function decoded(text: string): string[] {
  const packed = text.replace(/\s/g, '')
  if (packed.length < 8 || packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return []
  const plain = atob(packed)
  return /^[\x20-\x7e\s]+$/.test(plain) ? [plain] : []
}

/** Programs that run the code that they are given. */
export const interpreters =
  /^(?:python|perl|ruby|php|lua|node|bun|deno|tsx|ts-node|osascript|awk|gawk|mawk|nawk|ed|ex|vi|vim|nvim|emacs|sqlite3|psql|Rscript|julia|groovy|pwsh|powershell|tclsh|expect|guile|elixir|irb|swift)$/
