import { bracesOf } from '../core/operators/braces.ts'
import { readLine, type ShellWord, type WordPart } from '../core/operators/shell-line.ts'
import { programOf } from '../core/operators/wrapper.ts'
import { withoutEnd } from '../core/text.ts'
import { unescaped } from './shell-text.ts'

/** Any text, slashes too. */
export const unknown = '**'

/** What a variable may hold. */
export type Variables = Map<string, string[]>

const mostForms = 50
/** A variable may be made of itself again and again; what grows beyond this may be anything. */
const longestForm = 500

/** What a word may become: names, and globs where the shell or something else decides. */
export function formsOf(word: ShellWord, variables: Variables): string[] {
  const texts = combine(word.parts.map((part) => formsOfPart(part, variables)))
  return [...new Set(texts.map(withFolder))].slice(0, mostForms)
}

const withFolder = (text: string): string => text.replace(/^~\+(?=\/|$)/, '.').replace(/^\.\/(?=.)/, '')

const bounded = (text: string): string => (text.length > longestForm ? unknown : text)

function combine(parts: readonly string[][]): string[] {
  let texts = ['']
  for (const more of parts) {
    const few = texts.slice(0, Math.ceil(mostForms / Math.max(1, more.length)))
    texts = few.flatMap((text) => more.map((each) => bounded(text + each))).slice(0, mostForms)
  }
  return texts
}

function formsOfPart(part: WordPart, variables: Variables): string[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value]
    case 'DoubleQuoted':
    case 'LocaleString':
      return combine(part.parts.map((inner) => formsOfPart(inner, variables)))
    case 'Glob':
      return [part.text]
    case 'ExtendedGlob':
      return ['*']
    case 'BraceExpansion':
      return bracesOf(part.text)?.map((text) => text.replace(/["'\\]/g, '')) ?? ['*']
    case 'SimpleExpansion':
      return variable(part.text.slice(1), variables)
    case 'ParameterExpansion':
      return part.operation === undefined && part.prefix === undefined
        ? variable(part.parameter, variables)
        : operated(part.text, part.parameter, variables)
    case 'CommandExpansion':
      return printedIn(part.text.replace(/^(?:\$\(|`)|(?:\)|`)$/g, ''), variables)
    case 'ArithmeticExpansion':
      return ['*']
    case 'ProcessSubstitution':
      return ['/dev/fd/63']
  }
}

function variable(name: string, variables: Variables): string[] {
  if (name === 'PWD' || name === 'OLDPWD') return ['.']
  if (name === 'HOME') return ['~']
  if (/^(?:TMPDIR|TMP|TEMP|RUNNER_TEMP)$/.test(name)) return ['/tmp']
  const known = variables.get(name)
  return known === undefined || known.length === 0 ? [unknown] : known
}

/** `${X:-text}` may be the text, and the like; cut or replaced it may be anything. */
function operated(text: string, name: string, variables: Variables): string[] {
  const fallback = /^\$\{\w+:?[-=+](.*)\}$/s.exec(text)?.[1]
  return fallback === undefined ? [unknown] : [...variable(name, variables), fallback.replace(/["'\\]/g, '')]
}

/** What a substitution may give, as far as the words in it say so. */
function printedIn(script: string, variables: Variables): string[] {
  const command = readLine(script).commands.at(-1)
  const [name, ...rest] = command?.words ?? []
  const program = programOf(name?.value ?? '')
  if (program === 'pwd') return ['.']
  if (program === 'mktemp') return ['/tmp/x']
  if (program === 'date' || program === 'nproc' || program === 'whoami' || program === 'wc') return ['0']
  const operands = rest.filter(({ value }) => !value.startsWith('-'))
  if (program === 'git')
    return rest[0]?.value === 'rev-parse' && rest.some(({ value }) => value === '--show-toplevel')
      ? ['.']
      : operands.slice(1).flatMap((word) => formsOf(word, variables))
  if (program === 'find') {
    const at = rest.findIndex(({ value }) => /^-i?name$/.test(value))
    const named = rest[at + 1]
    if (at >= 0 && named !== undefined) return [`**/${named.value}`]
  }
  if (program === 'grep' || program === 'rg')
    return operands.slice(1).flatMap((word) => formsOf(word, variables).flatMap((form) => [form, join(form, '**')]))
  const forms = operands.flatMap((word) => formsOf(word, variables))
  if (forms.length === 0 || program === 'cat') return [unknown]
  if (program === 'echo' || program === 'printf') return [forms.join(' '), ...forms, ...forms.map(unescaped)]
  return forms.flatMap((form) => [form, join(form, '**')])
}

/** What the file holds that `<(…)` stands for. */
export const substituted = ({ parts }: ShellWord, variables: Variables): string[] =>
  parts.flatMap((part) =>
    part.type === 'ProcessSubstitution' && part.text.startsWith('<(')
      ? printedIn(part.text.slice(2, -1), variables)
      : [],
  )

export const isGlob = (form: string): boolean => /[*?[]/.test(form)

/** True for a glob of which enough is written to say what it is meant to find. */
export const isTelling = (form: string): boolean => form.replace(/[^A-Za-z0-9]/g, '').length >= 3

export function join(folder: string, path: string): string {
  const bare = path.replace(/^(?:\.\/)+/, '')
  if (folder === '' || folder === '.' || bare.startsWith('/') || bare.startsWith('~')) return bare
  return bare === '.' || bare === '' ? folder : `${withoutEnd(folder, '/')}/${bare}`
}
