import type { GrantWord } from '../../core/vocabulary.ts'
import { authorText } from '../../runtime/answers/author-text.ts'
import { revokeGrant } from '../../runtime/answers/revoke-grant.ts'
import { renewedText } from '../../runtime/nights/foreign.ts'
import { oneLine } from '../../runtime/text/visible.ts'
import { systemClock } from '../../runtime/time/system-clock.ts'
import { localTime } from '../../runtime/views/local-time.ts'
import type { Grant, Kept, ProjectStore } from '../../store/store.ts'
import { type CommandIo, exit } from '../io/io.ts'
import { jsonText } from '../io/json-text.ts'
import { openNights, refused } from '../night/nights.ts'
import { bringPages } from '../page.ts'

const reaches: Readonly<Record<GrantWord, string>> = {
  once: 'the next time',
  project: 'in this project',
  never: 'never',
}

export interface GrantsOptions {
  /** The number of one to take back. */
  revoke?: string
  /** Shows what is in force, or what was taken back, as data. */
  json?: boolean
}

/** Shows what a person has allowed or forbidden in this project, or takes one of it back. */
export function grantsCommand({ revoke: revoked, json = false }: GrantsOptions, io: CommandIo): number {
  const show = json ? showData : showText
  const opened = openNights(io)
  if (typeof opened === 'number') return opened
  try {
    if (opened === null) return revoked === undefined ? show([], io) : unknown(revoked, io)
    const found = opened.project.grants()
    const shared = found.ok ? opened.project.shared() : found
    if (!found.ok) return refused(found, io)
    if (!shared.ok) return refused(shared, io)
    const inForce = found.value.filter(({ ended }) => ended === null)
    if (revoked !== undefined) return revoke(opened.project, inForce, { number: revoked, json }, io)
    if (shared.value.isRenewed && !json) io.write(`${renewedText}; answer again what should\n`)
    return show(inForce, io)
  } finally {
    opened?.close()
  }
}

/** A list: times in milliseconds since 1970; one that is not sealed changes nothing. */
function showData(grants: readonly Kept<Grant>[], io: CommandIo): number {
  const data = grants.map(({ id, reach, subject, record: entry, at, via, name, sealed }) => ({
    id,
    reach,
    subject,
    entry,
    at,
    via,
    by: name,
    sealed,
  }))
  io.write(jsonText(data))
  return exit.clean
}

function showText(grants: readonly Kept<Grant>[], io: CommandIo): number {
  if (grants.length === 0) {
    io.write('Nothing is allowed or forbidden here by a decision of yours.\n')
    return exit.clean
  }
  const { zone } = systemClock()
  for (const grant of grants) {
    const about = grant.record === null ? '' : `${grant.record}: `
    const doubt = grant.sealed ? '' : '; it has no seal of ours and changes nothing'
    io.write(`${grant.id}  ${reaches[grant.reach]}  ${oneLine(grant.subject)}\n`)
    io.write(`      ${about}${authorText(grant)}, ${localTime(grant.at, zone)}${doubt}\n`)
  }
  io.write('Take one back with: npx opencode-diverter grants revoke <number>\n')
  return exit.clean
}

interface Revoking {
  number: string
  json: boolean
}

function revoke(project: ProjectStore, inForce: readonly Grant[], { number, json }: Revoking, io: CommandIo): number {
  const grant = inForce.find(({ id }) => String(id) === number)
  if (grant === undefined) return unknown(number, io)
  const done = revokeGrant(project, grant, systemClock().now())
  if (!done.ok) return refused(done, io)
  if (done.value.result === 'ended') {
    io.writeError(
      `Cannot take back "${number}": it ended just now, or something keeps it; \`grants\` shows what is in force\n`,
    )
    return exit.findings
  }
  const ids = done.value.entries.map(({ record }) => record.id)
  if (json) io.write(jsonText({ revoked: grant.id, subject: grant.subject, reopened: ids }))
  else {
    io.write(`Taken back: ${oneLine(grant.subject)}\n`)
    if (ids.length > 0) io.write(`Open again, to be answered anew: ${ids.join(', ')}\n`)
  }
  const failure = bringPages(project, io)
  if (failure === null) return exit.clean
  io.writeError(`It is taken back, but the page does not show it yet: ${failure}\n`)
  return exit.findings
}

function unknown(number: string, io: CommandIo): number {
  io.writeError(
    `Cannot take back "${oneLine(number)}": nothing of that number is in force; \`grants\` alone shows what is\n`,
  )
  return exit.findings
}
