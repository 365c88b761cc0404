import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isError } from '../../policy/problems/list.ts'
import { runCase } from '../../rehearse/run-case.ts'
import { failureText } from '../../runtime/text/failure-text.ts'
import { nodeFiles } from '../../runtime/files/node-files.ts'
import type { Policies } from '../../runtime/policies.ts'
import { oneLine, visible } from '../../runtime/text/visible.ts'
import type { Suggestion } from '../../suggest/suggest.ts'
import { isWritable, type Told } from '../../suggest/text.ts'
import type { PolicyWay } from '../../suggest/way.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { slashed } from '../lint-report/report.ts'
import { testCommand } from '../test.ts'
import { unifiedDiff } from '../io/unified-diff.ts'
import { withLines } from './bench.ts'
import type { ProjectPolicy } from './project-policy.ts'

/** The suggestions with what writing them needs. */
export interface Suggested extends Told {
  policy: ProjectPolicy
  today: Policies
}

/** A suggestion that goes into the policy. */
type Chosen = Suggestion & { way: PolicyWay; proof: NonNullable<Suggestion['proof']> }

export interface Choice {
  numbers: readonly number[]
  /** Nobody is asked. */
  isSure: boolean
}

/** Shows what chosen suggestions change and, once a person says so, writes it with the cases that prove it. */
export async function writeChosen(told: Suggested, { numbers, isSure }: Choice, io: CommandIo): Promise<number> {
  const chosen = chosenOf(told.suggestions, numbers)
  if (typeof chosen === 'string') return failed(chosen, io, exit.usage)
  const { policy, today } = told
  const { source, isThere } = policy.target
  const text = withLines(
    source.text,
    chosen.map(({ way }) => way),
    today,
  )
  if (text === null) return failed(`${source.name} is written in a form that you have to change`, io, exit.findings)
  const why = whyNotTogether(told, chosen, text)
  if (why !== null) return failed(why, io, exit.findings)
  io.write(visible(unifiedDiff(isThere ? source.text : '', text, slashed(source.name))))
  if (!isSure) {
    if (io.confirm === undefined)
      return failed('nobody can be asked here; run it in a terminal, or with --yes', io, exit.usage)
    if (!(await io.confirm('Write this? [y/N] '))) {
      io.write('Nothing was written.\n')
      return exit.findings
    }
  }
  return put(told, chosen, text, io)
}

function failed(why: string, io: CommandIo, code: number): number {
  io.writeError(`Cannot write suggestions: ${why}\n`)
  return code
}

/** The suggestions of these numbers; a text says why they cannot be written. */
function chosenOf(suggestions: readonly Suggestion[], numbers: readonly number[]): Chosen[] | string {
  const chosen: Chosen[] = []
  for (const number of new Set(numbers)) {
    const one = suggestions.find((each) => each.number === number)
    if (one === undefined)
      return `there is no suggestion ${number}; ${suggestions.length === 0 ? 'nothing is suggested' : `allowed are 1 to ${suggestions.length}`}`
    if (!isWritable(one)) return `suggestion ${number} goes into opencode.json, by your own hand`
    const twin = chosen.find(({ request }) => request === one.request)
    if (twin !== undefined) return `suggestions ${twin.number} and ${number} are about the same request; choose one`
    if (one.way.is === 'hint' && chosen.some(({ way }) => way.is === 'hint'))
      return `there is one hint; choose one of the suggestions of a hint`
    chosen.push(one)
  }
  return chosen
}

/** Each was tried alone: why they do not hold together; null if they do. */
function whyNotTogether({ policy }: Suggested, chosen: readonly Chosen[], text: string): string | null {
  const error = policy.load(text).problems.find(isError)
  if (error !== undefined) return error.message
  const find = policy.findWith(text)
  for (const { number, proof } of chosen) {
    const { failures } = runCase({ name: join(policy.cases, proof.file), text: proof.text }, find)
    if (failures.length > 0) return `suggestion ${number} does not hold beside the others; write it alone`
  }
  return null
}

function put({ policy }: Suggested, chosen: readonly Chosen[], text: string, io: CommandIo): number {
  const { source, isThere } = policy.target
  const why = exchange(source.name, isThere ? source.text : null, text, io)
  if (why !== null) return failed(`${source.name}: ${why}`, io, exit.unreadable)
  io.write(`wrote ${oneLine(source.name)}\n`)
  const written: string[] = []
  for (const { proof } of chosen) {
    const name = join(policy.cases, proof.file)
    const already = existsSync(resolve(io.cwd, name))
    const fault = already ? 'it is there already' : exchange(name, null, proof.text, io)
    if (fault === null) written.push(name)
    else io.writeError(`Cannot write ${oneLine(name)}: ${fault}\n`)
  }
  for (const name of written) io.write(`wrote ${oneLine(name)}\n`)
  const tested =
    written.length === 0 ? exit.clean : testCommand(written, { update: true }, { ...io, write: () => undefined })
  if (tested !== exit.clean)
    io.writeError('Cannot write the golden files of these cases; run npx opencode-diverter test to see why\n')
  io.write('It counts once you trust it: npx opencode-diverter trust\n')
  return tested !== exit.clean || written.length < chosen.length ? exit.findings : exit.clean
}

/** Writes a file if it is still as it was read; a text says why it is not written. */
function exchange(name: string, was: string | null, text: string, { cwd }: CommandIo): string | null {
  const files = nodeFiles()
  const given = resolve(cwd, name)
  try {
    const path = join(files.real(dirname(given)), basename(given))
    const stands = files.kind(path)
    if (stands !== (was === null ? 'absent' : 'file')) return `it is ${stands === 'absent' ? 'gone' : `a ${stands}`}`
    // A rename would take its place all the same.
    if (was !== null && (statSync(path).mode & 0o222) === 0) return 'it is read-only'
    return files.exchange(path, was, text) ? null : 'somebody else has changed it meanwhile; look again'
  } catch (error) {
    return failureText(error)
  }
}
