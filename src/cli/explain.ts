import { readFileSync } from 'node:fs'
import { accountOf } from '../core/judging/account.ts'
import { isError } from '../policy/problems/list.ts'
import { readSituation } from '../policy/cases/situation.ts'
import type { Source } from '../policy/source.ts'
import { withSettings } from '../rehearse/case-policies.ts'
import { failureText } from '../runtime/text/failure-text.ts'
import { digest } from '../runtime/files/node-digest.ts'
import { type Policies, policiesOf } from '../runtime/policies.ts'
import { ExpectedError } from '../runtime/ports.ts'
import { accountData, accountText } from './explain/account-text.ts'
import { recordedScene } from './explain/recorded-scene.ts'
import type { Scene } from './explain/scene.ts'
import { writtenScene } from './explain/written-scene.ts'
import { type CommandIo, exit } from './io/io.ts'
import { loadPlacedSet } from './policies/load-set.ts'
import { openNight } from './night/night-file.ts'
import { problemText } from './lint-report/text.ts'
import { type Sources, sourcesOf } from './policies/sources.ts'
import { jsonText } from './io/json-text.ts'

export interface ExplainOptions {
  journal?: string
  line?: number
  /** Policies instead of the project's, or instead of the night's own. */
  policies?: readonly string[]
  format?: 'text' | 'json'
  /** IANA name of the time zone of a journal; without it this machine's. */
  zone?: string
}

/**
 * Explains how an event is decided: one that is written down in a file, on the standard input (`-`), or a line of a
 * night (`night.jsonl:12`, `ses_1:12`).
 */
export function explainCommand(event: string | undefined, options: ExplainOptions, io: CommandIo): number {
  const sources = sourcesOf(io)
  const line = lineMeant(event, options)
  const isNight = options.journal !== undefined || options.line !== undefined
  if (isNight ? event !== undefined || line === null : event === undefined) {
    io.writeError(
      'Cannot explain: give one of these: an event file, - for the standard input, SESSION:LINE, --journal NIGHT --line NUMBER\n',
    )
    return exit.usage
  }
  const scene =
    line === null
      ? written(event ?? '', options, sources, io)
      : recorded(line.journal, line.number, options, sources, io)
  if (typeof scene === 'number') return scene
  const account = accountOf(scene.policies.set, scene.before, scene.event, scene.moment)
  for (const doubt of scene.doubtsOf(account.decision)) scene.doubts.add(doubt)
  io.write(options.format === 'json' ? jsonText(accountData(scene, account)) : accountText(scene, account))
  return exit.clean
}

function lineMeant(
  event: string | undefined,
  { journal, line }: ExplainOptions,
): { journal: string; number: number } | null {
  if (journal !== undefined && line !== undefined) return { journal, number: line }
  const [, file, number] = /^(.+\.jsonl|ses_\w+):(\d+)$/.exec(event ?? '') ?? []
  return file === undefined ? null : { journal: file, number: Number(number) }
}

function written(event: string, options: ExplainOptions, sources: Sources, io: CommandIo): Scene | number {
  const source = sourceOf(event, sources, io)
  if (typeof source === 'string') return failed(`Cannot read ${event}: ${source}`, io, exit.unreadable)
  const { situation, problems } = readSituation(source)
  if (situation === null) {
    for (const problem of problems.filter(isError))
      io.writeError(problemText(problem, { color: io.color, text: () => source.text }), 'painted')
    return exit.findings
  }
  const loaded = loadPlacedSet(options.policies ?? situation.policies ?? [], sources, io)
  if (typeof loaded === 'number') return loaded
  try {
    const policies = withParams(loaded.policies, situation.params)
    return writtenScene(situation, { ...loaded, policies }, io.cwd)
  } catch (error) {
    return failed(failureText(error), io, exit.findings)
  }
}

function sourceOf(event: string, { find }: Sources, io: CommandIo): Source | string {
  if (event !== '-') return find(event, null)
  return { name: '<stdin>', text: io.readInput?.() ?? readFileSync(0, 'utf8') }
}

/** Throws for a param that there is not. */
function withParams(policies: Policies, params: Parameters<typeof withSettings>[1]['params']): Policies {
  if (params === undefined) return policies
  const names = policies.documents.map(({ name }) => name)
  for (const name of Object.keys(params)) {
    if (!names.includes(name))
      throw new ExpectedError(`Cannot set params of ${name}: there is no such policy; there are ${names.join(', ')}`)
  }
  const made = policiesOf(
    policies.documents.map((document) => withSettings(document, { params })),
    digest,
  )
  if (made.ok) return made.policies
  throw new ExpectedError(made.problems[0]?.message ?? 'Cannot compile the policies')
}

function recorded(
  journal: string,
  number: number,
  options: ExplainOptions,
  sources: Sources,
  io: CommandIo,
): Scene | number {
  const opened = openNight(journal, io)
  if (typeof opened === 'number') return opened
  const other = options.policies === undefined ? null : loadPlacedSet(options.policies, sources, io)
  if (typeof other === 'number') return other
  const zone = options.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const scene = recordedScene(opened, number, other, zone)
  return typeof scene === 'string'
    ? failed(`Cannot explain ${journal}:${number}: ${scene}`, io, exit.unreadable)
    : scene
}

function failed(message: string, io: CommandIo, code: number): number {
  io.writeError(`${message}\n`)
  return code
}
