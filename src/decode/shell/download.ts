import { join, type Given, valuesOf } from './path.ts'

/** Options whose value is a file or folder that is written: long ones, of which a beginning is enough, and short ones. */
interface Writing {
  long: readonly string[]
  /** Beginnings that mean something else. */
  other: readonly string[]
  short: RegExp
}

const writing: Readonly<Record<string, Writing>> = {
  curl: {
    long: [
      ...['output', 'output-dir', 'cookie-jar', 'dump-header', 'trace', 'trace-ascii', 'stderr', 'etag-save'],
      ...['hsts', 'alt-svc', 'libcurl'],
    ],
    other: ['cookie'],
    short: /^-[a-zA-Z]*?[ocD]/,
  },
  wget: {
    long: [
      ...['output-document', 'output-file', 'append-output', 'directory-prefix', 'save-cookies', 'hsts-file'],
      ...['rejected-log', 'warc-file', 'warc-tempdir', 'warc-dedup'],
    ],
    other: [],
    short: /^-[a-zA-Z]*?[oOPa]/,
  },
  gh: { long: ['output', 'dir'], other: [], short: /^-[OD]/ },
}

const folderOptions = /^(?:--output-dir|--directory-prefix|-[a-zA-Z]*?P|-D|--dir)(?==|$)/

/** True if the program takes files from other machines, and it is known how. */
export const isDownload = (program: string): boolean => Object.hasOwn(writing, program)

/** The files that it writes. */
export function downloadedBy(program: string, given: readonly Given[]): string[] {
  const { long, other, short } = writing[program] ?? { long: [], other: [], short: /^$/ }
  const isLong = (value: string): boolean => {
    const [, name] = /^--([a-z][a-z-]+)(?:=|$)/.exec(value) ?? []
    return name !== undefined && !other.includes(name) && long.some((each) => each.startsWith(name))
  }
  const named = given.flatMap((each, at) => {
    if (isLong(each.word.value))
      return each.word.value.includes('=')
        ? each.forms.map((form) => form.replace(/^[^=]*=/, ''))
        : (given[at + 1]?.forms ?? [])
    return valuesOf(given.slice(at, at + 2), short).slice(0, short.test(each.word.value) ? undefined : 0)
  })
  const folders = valuesOf(given, folderOptions)
  const unnamed = program === 'gh' ? clonedBy(given) : namesOfAddresses(program, given)
  // Of several addresses curl puts what tells them apart in the place of a number.
  const told = program === 'curl' ? named.map((name) => name.replace(/#\d/g, '*')) : named
  const all = [...told, ...toldOf(given), ...unnamed]
  return [...all, ...folders.flatMap((folder) => all.map((name) => join(folder, name)))]
}

/** `%output{…}` in what curl says at its end. */
const toldOf = (given: readonly Given[]): string[] =>
  given.flatMap(({ forms }) =>
    forms.flatMap((form) => [...form.matchAll(/%output\{(?:>>)?([^}]*)\}/g)].map(([, file = '']) => file)),
  )

/** Without a name of its own a file is called as its address ends. */
function namesOfAddresses(program: string, given: readonly Given[]): string[] {
  const values = given.map(({ word }) => word.value)
  const isNamed =
    program === 'curl'
      ? !values.some((value) => /^-[a-zA-Z]*O|^--remote-n/.test(value))
      : values.some((value) => /^-[a-zA-Z]*O|^--output-d/.test(value))
  if (isNamed) return []
  return given.flatMap(({ forms }) =>
    forms.flatMap((form) => {
      const [address = ''] = form.split(/[?#]/)
      return form.startsWith('-') || !address.includes('/') ? [] : (address.split('/').at(-1) ?? [])
    }),
  )
}

function clonedBy(given: readonly Given[]): string[] {
  const operands = given.filter(({ word }) => !word.value.startsWith('-'))
  return operands[1]?.word.value === 'clone' ? operands.slice(3, 4).flatMap(({ forms }) => forms) : []
}
