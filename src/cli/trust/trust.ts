import { isError } from '../../policy/problems/list.ts'
import type { Problem } from '../../policy/problems/problem.ts'
import type { InForce } from '../../policy/trust/in-force.ts'
import { type ChangedFile, readingText } from '../../policy/trust/reading.ts'
import { systemClock } from '../../runtime/time/system-clock.ts'
import { sourceText } from '../../runtime/reading/source-text.ts'
import type { ConfigFiles } from '../../runtime/files/config-files.ts'
import { homeOfTrust } from '../../runtime/trust/home-of-trust.ts'
import { ownFilesIn, ownFilesText, ownName, taking } from '../../runtime/trust/own-files.ts'
import { trustedFolder } from '../../runtime/trust/trust-reader.ts'
import { openUserStore } from '../../runtime/files/user-store.ts'
import type { Result, Store } from '../../store/store.ts'
import { oneLine, visible } from '../../runtime/text/visible.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { commandName, openStoreOf, refused, sayNotices, storeOf } from '../night/nights.ts'
import { projectPlace } from '../policies/project-set.ts'
import { unifiedDiff } from '../io/unified-diff.ts'
import { standingOf } from './standing.ts'

export interface TrustOptions {
  /** Only show what would be trusted. */
  show?: boolean
  /** Trust nothing here any more. */
  revoke?: boolean
}

/** Trusts the files that bind in this project, as they are now, and shows what is new in them. Gives the exit code. */
export function trustCommand({ show = false, revoke = false }: TrustOptions, io: CommandIo): number {
  const { files, entry } = projectPlace(io)
  if (revoke) return revokeTrust(files, io)
  const { inForce, inputs, home, trust, waiting } = standingOf(io.cwd, files, entry, io)
  if (trust.unread !== null) {
    io.writeError(`Cannot read what you trust: ${trust.unread}\n`)
    return exit.unreadable
  }
  const { standing, reading, changed, loaded, besides } = inForce
  const isOfProject = standing === 'untrusted' || standing === 'changed'
  if (!isOfProject && waiting.length === 0) {
    io.write(
      standing === 'own'
        ? 'Nothing to trust here: this project has no policies and no config of its own.\n'
        : `Trusted: all that binds in ${home} is as you trusted it.\n`,
    )
    return exit.clean
  }
  const now = standing === 'changed' ? (besides[0] ?? loaded) : loaded
  const faults = isOfProject ? [...inputs.unread, ...now.problems.filter(isError).map(problemLine)] : []
  if (isOfProject) io.write(changesText(standing, changed, now.problems))
  if (waiting.length > 0) io.write(filesText('Changed in your own config while OpenCode was open', waiting))
  if (faults.length > 0) {
    io.writeError(
      `Cannot trust ${home}: its files are at fault; mend them first\n${faults.map((line) => `  ${oneLine(line)}\n`).join('')}`,
    )
    return exit.findings
  }
  if (show) {
    io.write(`Not trusted yet: run \`npx opencode-diverter trust\` if this is what you want.\n`)
    return exit.findings
  }
  const place = storeOf(io)
  if (!place.ok) return refused(place, io)
  const store = openUserStore(place.value, commandName)
  if (!store.ok) return refused(store, io)
  sayNotices(store.value, io)
  try {
    const at = systemClock().now()
    if (isOfProject && reading !== null) {
      const body = readingText(reading)
      const done = store.value.trust({ directory: trustedFolder(home), at, via: 'terminal', name: null, body })
      if (!done.ok) return refused(done, io)
      io.write(
        `Trusted: ${counted(changed.length, 'file')} of ${home}, as shown. A change in one of them waits until you run this again.\n`,
      )
    }
    if (waiting.length > 0) {
      const done = takeOwn(store.value, io.userFolder ?? '', at)
      if (!done.ok) return refused(done, io)
      io.write(`Taken: ${counted(waiting.length, 'file')} of your own config, as shown.\n`)
    }
  } finally {
    store.value.close()
  }
  return exit.clean
}

/** From here on the user's own config counts as it is now. */
function takeOwn(store: Store, folder: string, at: number): Result<void> {
  const directory = ownName(trustedFolder(folder))
  const known = store.trusted(directory)
  if (!known.ok) return known
  const own = taking(ownFilesIn(known.value?.body ?? null), sourceText)
  return store.trust({ directory, at, via: 'terminal', name: null, body: ownFilesText(own) })
}

function revokeTrust(files: ConfigFiles, io: CommandIo): number {
  const store = openStoreOf(io)
  if (typeof store === 'number') return store
  const nothing = 'Nothing is trusted here.\n'
  if (store === null) {
    io.write(nothing)
    return exit.clean
  }
  try {
    const bodyOf = (folder: string): string | null => {
      const known = store.trusted(trustedFolder(folder))
      return known.ok ? (known.value?.body ?? null) : null
    }
    const home = homeOfTrust((folder) => ({ body: bodyOf(folder) }), files, io.cwd)
    const done = store.distrust(trustedFolder(home))
    if (!done.ok) return refused(done, io)
    io.write(done.value ? `Not trusted any more: what binds in ${home}.\n` : nothing)
    return exit.clean
  } finally {
    store.close()
  }
}

/** What is new, file by file, and what of it may allow more. */
function changesText(
  standing: Extract<InForce['standing'], 'untrusted' | 'changed'>,
  changed: readonly ChangedFile[],
  problems: readonly Problem[],
): string {
  const heading = standing === 'untrusted' ? 'What binds in this project' : 'Changed since you trusted this project'
  const loosening = problems.filter(({ code }) => code === 'untrusted-loosening')
  const places =
    loosening.length === 0
      ? []
      : [
          'What may allow more, and how it counts without your trust:',
          ...loosening.map((one) => `  ${placeText(one)}  ${one.message.split(': ')[0]}`),
          '',
        ]
  return `${filesText(heading, changed)}${places.map((line) => `${line}\n`).join('')}`
}

const filesText = (heading: string, changed: readonly ChangedFile[]): string =>
  [`${heading}: ${counted(changed.length, 'file')}`, '', ...changed.map(changeText), ''].join('\n')

function changeText({ name, before, after }: ChangedFile): string {
  const what = before === null ? '' : after === null ? ' (gone)' : ' (changed)'
  return `${oneLine(name)}${what}\n${visible(unifiedDiff(before ?? '', after ?? ''))}`
}

const placeText = ({ file, line, column }: Problem): string => `${oneLine(file)}:${line}:${column}`
const problemLine = (problem: Problem): string => `${placeText(problem)}  ${problem.message}`
const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
