import { bracesOf } from '../../core/operators/braces.ts'
import { readLine, type ShellCommand, type ShellWord, type WordPart } from '../../core/operators/shell/line.ts'
import { programOf } from '../../core/operators/shell/wrapper.ts'
import { printedByLooking } from './code/looking.ts'
import { type Given, join, unknown, wordFor } from './path.ts'
import { printedBy } from './printed.ts'

/** What a variable may hold. */
export type Variables = Map<string, string[]>

const mostForms = 50
/** All forms of a word together, in UTF-16 units; long ones are few. */
const mostLetters = 50_000
/** A variable may be made of itself again and again; what grows beyond this may be anything. */
const longestForm = 500

/** What a word may become: names, and globs where the shell or something else decides. */
export function formsOf(word: ShellWord, variables: Variables): string[] {
  const texts = combine(
    word.parts.map((part) => formsOfPart(part, variables)),
    word.text,
  )
  return few([...new Set([...texts.map(withFolder), ...windowsForms(word.text)])])
}

/** A word in which the letter stands at which a shell takes words apart. */
export const apart = (word: ShellWord, variables: Variables): ShellWord[] =>
  word.kind === 'open' && /\$\{?IFS\b/.test(word.text)
    ? (formsOf(word, variables)[0] ?? '')
        .split(' ')
        .filter((text) => text !== '')
        .map(wordFor)
    : [word]

/** A path of Windows without quotes, whose shells take a backslash as it is. */
const windowsForms = (written: string): string[] =>
  /^[\w.:~\\*?-]{0,400}$/.test(written) && /[\w.]\\[\w.]/.test(written) ? [written.replaceAll('\\', '/')] : []

/** Folders that a shell was in before. */
const steppedBack = /^~(?:-|[-+]?\d+)(?=\/|$)/

const withFolder = (text: string): string =>
  text
    .replace(steppedBack, unknown)
    .replace(/^~\+(?=\/|$)/, '.')
    .replace(/^\.\/(?=.)/, '')

/** As many forms as are looked at; beyond these there may be any. */
export const few = (forms: string[]): string[] =>
  forms.length > mostForms ? [...forms.slice(0, mostForms - 1), unknown] : forms

/** A form of bearable length; a longer one may be anything. */
export const bounded = (text: string): string => (text.length > longestForm ? unknown : text)

/** `written` is what the parts are written as: what stands in the line is as long as it likes, what is made of it not. */
function combine(parts: readonly string[][], written: string): string[] {
  let texts = ['']
  let isMore = false
  const longest = longestForm + written.length
  const most = Math.min(mostForms, Math.ceil(mostLetters / longest) + 1)
  for (const more of parts) {
    const base = texts.slice(0, Math.ceil(most / Math.max(1, more.length)))
    const made = base.flatMap((text) =>
      more.map((each) => (text.length + each.length > longest ? unknown : text + each)),
    )
    isMore ||= base.length < texts.length || made.length > most
    texts = made.slice(0, most)
  }
  return isMore ? [...texts.slice(0, most - 1), unknown] : texts
}

function formsOfPart(part: WordPart, variables: Variables): string[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value]
    case 'DoubleQuoted':
    case 'LocaleString':
      return combine(
        part.parts.map((inner) => formsOfPart(inner, variables)),
        part.text,
      )
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

/** Folders that variables of the system name, where the line says nothing else. */
const folders: Readonly<Record<string, string>> = {
  PWD: '.',
  OLDPWD: '.',
  HOME: '~',
  TMPDIR: '/tmp',
  TMP: '/tmp',
  TEMP: '/tmp',
  RUNNER_TEMP: '/tmp',
  XDG_CONFIG_HOME: '~/.config',
  XDG_STATE_HOME: '~/.local/state',
  OPENCODE_DIVERTER_STATE: '~/.local/state/opencode-diverter',
}

function variable(name: string, variables: Variables): string[] {
  const known = variables.get(name)
  if (name === 'IFS' && known === undefined) return [' ']
  const folder = Object.hasOwn(folders, name) ? folders[name] : undefined
  return known === undefined || known.length === 0 ? [folder ?? unknown] : known
}

/** `${X:-text}` is the text where X is not set, and the like; cut or replaced it may be anything. */
function operated(text: string, name: string, variables: Variables): string[] {
  const fallback = /^\$\{\w+:?[-=+](.*)\}$/s.exec(text)?.[1]
  if (fallback === undefined) return [unknown]
  const isKnown = variables.has(name) || Object.hasOwn(folders, name)
  const [word] = readLine(`x ${fallback}`).commands[0]?.words.slice(1) ?? []
  return [...(isKnown ? variable(name, variables) : []), ...(word === undefined ? [''] : formsOf(word, variables))]
}

/** A text that is fed, with what its variables may hold. */
export const fedWith = (text: string, variables: Variables): string =>
  text.replace(/\$\{?(\w+)\}?/g, (whole, name: string) => variables.get(name)?.[0]?.slice(0, longestForm) ?? whole)

const givenTo = ({ words }: ShellCommand, variables: Variables): Given[] =>
  words.slice(1).map((word) => ({ word, forms: formsOf(word, variables) }))

/** Programs that hand on what they are given, or a part of it. */
const filters = /^(?:[ef]?grep|sed|awk|sort|uniq|head|tail|cut|tr|rev|tac|base64|xxd|openssl|tee|cat)$/
const printers = /^(?:echo|printf)$/

/** What one command says of several that are printed behind each other. */
const saidAlone = (given: readonly Given[]): string =>
  given.flatMap(({ word, forms }) => (/^-[neE]+$/.test(word.value) ? [] : (forms[0] ?? ''))).join(' ')

/** Programs that list files by other words than names. */
const lists = /^(?:find|fd|rg|compgen)$/

/** What a substitution may give, as far as the words in it say so. */
function printedIn(script: string, variables: Variables): string[] {
  const { commands } = readLine(script)
  const last = commands.at(-1)
  if (last === undefined) return [unknown]
  if (commands.length > 1 && commands.every(({ words: [name] }) => printers.test(programOf(name?.value ?? ''))))
    return [commands.map((command) => saidAlone(givenTo(command, variables))).join('')]
  const program = programOf(last.words[0]?.value ?? '')
  const piped = commands.slice(0, -1).reduce<string[]>((printed, command) => {
    const before = programOf(command.words[0]?.value ?? '')
    return printedBy(before, givenTo(command, variables), [
      ...printed,
      ...command.fed.map((text) => fedWith(text, variables)),
    ])
  }, [])
  const given = givenTo(last, variables)
  const taken = [...piped, ...last.fed.map((text) => fedWith(text, variables))]
  if (filters.test(program) && taken.length > 0) return asOne(printedBy(program, given, taken))
  if (lists.test(program)) return printedBy(program, given, taken)
  return saidBy(program, given)
}

/** Words of a list are one text for what takes it as it is. */
const asOne = (texts: readonly string[]): string[] => [
  ...new Set([...texts, ...(texts.length > 1 ? [texts.join(' ')] : [])]),
]

function saidBy(program: string, given: readonly Given[]): string[] {
  const looking = printedByLooking(program, given)
  if (looking !== null) return looking
  if (program === 'pwd') return ['.']
  if (program === 'mktemp') return ['/tmp/x']
  if (program === 'date' || program === 'nproc' || program === 'whoami' || program === 'wc') return ['0']
  const operands = given.filter(({ word }) => !word.value.startsWith('-'))
  const forms = operands.flatMap((each) => each.forms)
  if (program === 'git') {
    if (/^ls-(?:files|tree)$/.test(forms[0] ?? '')) return printedBy(program, given, [])
    return given.some(({ word }) => word.value === '--show-toplevel') ? ['.'] : forms.slice(1)
  }
  if (program === 'grep') return forms.slice(1).flatMap((form) => [form, join(form, '**')])
  if (forms.length === 0 || program === 'cat') return [unknown]
  if (printers.test(program)) return printedBy(program, given, [])
  return forms.flatMap((form) => [form, join(form, '**')])
}

/** What the file holds that `<(…)` stands for. */
export const substituted = (word: ShellWord | undefined, variables: Variables): string[] =>
  (word?.parts ?? []).flatMap((part) =>
    part.type === 'ProcessSubstitution' && part.text.startsWith('<(')
      ? printedIn(part.text.slice(2, -1), variables)
      : [],
  )

/** True for a part in which another command stands. */
export const runsMore = (part: WordPart): boolean =>
  part.type === 'CommandExpansion' ||
  part.type === 'ProcessSubstitution' ||
  ('parts' in part && (part.parts ?? []).some(runsMore))
