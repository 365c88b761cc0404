import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { writeYaml } from '../policy/yaml/write.ts'
import { caseOfNight } from '../replay/case-of-night.ts'
import { alteration, type NumberedLine } from '../replay/read-journal.ts'
import { redact } from '../runtime/text/redact.ts'
import { type CommandIo, exit } from './io/io.ts'
import { openNight } from './night/night-file.ts'
import { policyReferences } from './policies/references.ts'
import { trustedFiles } from './policies/project-set.ts'
import { sourcesOf } from './policies/sources.ts'

export interface RecordOptions {
  /** Lines of the journal, both included. */
  from?: number
  to?: number
  /** A file to write the case to. */
  out?: string
}

/** Turns a piece of a night into a case file. Secrets are redacted. */
export function recordCommand(journal: string, session: string, options: RecordOptions, io: CommandIo): number {
  const opened = openNight(journal, io)
  if (typeof opened === 'number') return opened
  const { from = 1, to = Number.MAX_SAFE_INTEGER, out } = options
  const fail = (why: string, code: number): number => {
    io.writeError(`Cannot record ${session} of ${journal}: ${why}\n`)
    return code
  }
  if (from > to) return fail(`--from ${from} lies behind --to ${to}`, exit.usage)
  if (out !== undefined && existsSync(resolve(io.cwd, out)))
    return fail(`${out} is there already; name another file`, exit.usage)
  const known = [...new Set(opened.lines.flatMap(({ line }) => (line.line === 'decision' ? line.session : [])))]
  if (!known.includes(session))
    return fail(`it decided nothing about that session; there are ${known.join(', ')}`, exit.findings)
  const folder = dirname(resolve(io.cwd, out ?? 'case.yaml'))
  const name = `a night of ${opened.lines[0] === undefined ? 'work' : new Date(opened.lines[0].line.at).toISOString().slice(0, 10)}`
  const made = caseOfNight(
    opened.lines,
    { session, from, to },
    name,
    policyReferences(folder, trustedFiles(sourcesOf(io), io), io.cwd),
  )
  if (made === null) return fail('no event of that session stands in these lines', exit.findings)
  const text = redact(`${note(from)}${cutNote(opened.lines, from, to)}${writeYaml(made)}`)
  if (out === undefined) {
    io.write(text, 'data')
    return exit.clean
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(resolve(io.cwd, out), text)
  io.write(`${out}\n`)
  return exit.clean
}

/** A case begins with empty memory, so a piece from the middle may come out otherwise. */
const note = (from: number): string =>
  from > 1 ? `# Recorded from line ${from} on: what was remembered before it is not in here.\n` : ''

/** A text that was cut in the night is cut in the case, and what reads it may come out otherwise. */
function cutNote(lines: readonly NumberedLine[], from: number, to: number): string {
  const cut = lines.flatMap(({ number, line }) => {
    if (line.line !== 'decision' || number < from || number > to) return []
    return alteration(JSON.stringify(line.event)) === 'cut' ? [`${line.event.type} (line ${number})`] : []
  })
  const shown = cut.slice(0, mostNamed).join(', ')
  const more = cut.length > mostNamed ? ` and ${cut.length - mostNamed} more` : ''
  return cut.length === 0 ? '' : `# Texts of these events were cut when they were kept: ${shown}${more}.\n`
}

const mostNamed = 5
