import type { ShellWord } from './line.ts'

/** Texts that are no plain word: what they mean is for a program to say, or they lead elsewhere. */
const straying: readonly RegExp[] = [
  // A line break or the like.
  /\p{Cc}/u,
  // Options, and files of options.
  /^[-+@]/,
  // Absolute paths, also of Windows, and the home folder.
  /^(?:[/\\~]|[A-Za-z]:[/\\])/,
  // Folders above.
  /(?:^|[/\\=:,])\.\.(?:[/\\:,]|$)/,
  // Assignments; who takes settings out of a word skips blanks before them.
  /^\s*[A-Za-z_][\w.-]*[:+?!]?=/,
  // Addresses, other machines, branches that are deleted.
  /^\s*[A-Za-z][A-Za-z0-9+.-]*:\/|^(?:data|file|fd|ext):|^[^/\s]*@[^/\s]*:|^[:=]/,
]

/** A glob that may become an option or lead upwards: `*.ts` finds `-x.ts`, `.*` finds `..`. */
const openGlob = /^[*?[]|(?:^|\/)\.[*?[]/

/** The beginning of an address, up to somewhere in its host. */
const openHost = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*$/

/** What makes a user and a password of all that stands before it. */
const otherHost = /^[^/?#]*[@\\]/
/** The same without a port, and what ends a host before the pattern's own end of it. */
const bareHost = /^[^:]*:\/\/[^/?#:]*$/
const earlyEnd = /^[^/]*[?#]/

/** The same as a shell of Windows takes it, without quotes: others drop the backslashes. */
const windowsWay = /^[A-Za-z]:\\|(?:^|\\)\.\.(?:\\|$)/

const strays = (text: string): boolean => straying.some((form) => form.test(text))

/**
 * True if a star stands for a word, of which `written` characters stand in the pattern itself: a star means words that
 * are no options and lead nowhere else.
 */
export function starCovers({ kind, text, texts }: ShellWord, written: number): boolean {
  if (texts === null || windowsWay.test(text)) return false
  return texts.every((each) => {
    const rest = each.slice(written)
    const before = each.slice(0, written)
    if (openHost.test(before) && otherHost.test(rest)) return false
    if (bareHost.test(before) && earlyEnd.test(rest)) return false
    // Each of several values of an option that is written out may lead elsewhere.
    const parts = written > 0 ? [rest, ...rest.split(/[,:]/)] : [rest]
    // What is found in a folder that is written out begins with that folder.
    const found = before.endsWith('/') ? each : rest
    return !parts.some(strays) && (kind === 'plain' || !openGlob.test(found))
  })
}
