import { compose } from '../../report/compose.ts'
import { firstLine, htmlOf } from '../../morning/static-page.tsx'
import { markdownOf } from '../../report/markdown.ts'
import { readReport } from '../../report/read-nights.ts'
import type { Report } from '../../report/schema.ts'
import { textOf } from '../../report/text.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import { systemClock } from '../../runtime/time/system-clock.ts'
import type { ProjectStore } from '../../store/store.ts'
import { type ChoiceOptions, choiceOf, wantedIn } from './chosen-nights.ts'
import { gitCounts } from './git-counts.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { openNights, refused } from './nights.ts'
import { groundsOf, writeOwnFile } from '../io/own-file.ts'
import { jsonText } from '../io/json-text.ts'

export interface NightReportOptions extends ChoiceOptions {
  json?: boolean
  md?: boolean
  /** A file for one page; nothing but its name is printed then. */
  html?: string
  /** What the clock shows, in milliseconds since 1970, and where; without it as it is. */
  now?: number
  zone?: string
}

/** Says what became of the last night, or of the sessions that are named. */
export function nightReportCommand(sessions: readonly string[], options: NightReportOptions, io: CommandIo): number {
  const clock = systemClock()
  const { now = clock.now(), zone = clock.zone } = options
  const usage = (why: string): number => {
    io.writeError(`Cannot report: ${why}\n`)
    return exit.usage
  }
  const forms = [options.md === true, options.json === true, options.html !== undefined].filter(Boolean).length
  if (forms > 1) return usage('give one of these: --md, --json, --html FILE')
  const choice = choiceOf(sessions, options, now, zone)
  if (typeof choice === 'string') return usage(choice)
  const nights = openNights(io)
  if (typeof nights === 'number') return nights
  if (nights === null) {
    io.writeError('Cannot report: the store has no night of this project\n')
    return exit.findings
  }
  try {
    const wanted = wantedIn(nights.project, choice, io)
    if (typeof wanted === 'number') return wanted
    const files = (commit: string, told: ReadonlySet<string>) => gitCounts(nights.project.directory, commit, told)
    const report = readReport(nights.project, wanted, { now, zone, digest, files })
    return report.ok ? write(report.value, nights.project, options, io) : refused(report, io)
  } finally {
    nights.close()
  }
}

function write(report: Report, project: ProjectStore, { json, md, html }: NightReportOptions, io: CommandIo): number {
  if (html !== undefined) return writePage(report, project, html, io)
  if (json === true) io.write(jsonText(report))
  else io.write(md === true ? markdownOf(compose(report)) : textOf(compose(report)))
  return exit.clean
}

function writePage(report: Report, project: ProjectStore, name: string, io: CommandIo): number {
  const text = htmlOf(compose(report))
  const why = writeOwnFile({ name, kind: 'HTML', firstLine, text }, groundsOf(project, io), io)
  if (why !== null) {
    io.writeError(`Cannot write ${name}: ${why}\n`)
    return exit.unreadable
  }
  io.write(`${name}\n`)
  return exit.clean
}
