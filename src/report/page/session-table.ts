import { clockText, dateText } from '../../core/operators/time/zone.ts'
import { type Block, codes, type Line, line, type SessionRow } from '../document.ts'
import type { SessionReport } from '../schema.ts'
import { clock, costText, lasted, nameOf, nightOf, some, stateOf } from '../words.ts'

/** Several sessions in figures, one beside the other; only for pages, since a text says the same in lines. */
export function tableOf(sessions: readonly SessionReport[], zone: string): Block[] {
  return sessions.length < 2 ? [] : [{ is: 'sessions', rows: sessions.map((session) => rowOf(session, zone)) }]
}

function rowOf(session: SessionReport, zone: string): SessionRow {
  const { outcome, request, begun, last, spent, limit, files } = session
  const { word, tone } = stateOf(outcome)
  const { turns, steps, prompts, cost, helpers } = spent
  const isTimed = begun !== null && last !== null
  const span = isTimed
    ? `${dateText(begun, zone)} ${clockText(begun, zone)} to ${clock(last, zone, nightOf(session))}`
    : ''
  const of = limit.cost === null ? '' : ` of ${costText(limit.cost)}`
  return {
    tone,
    state: word,
    title: nameOf(session),
    request: request?.text ?? null,
    cells: [
      { name: 'Time', text: isTimed ? lasted(last - begun) : 'not known', small: span },
      {
        name: 'Cost',
        text: cost === 0 ? 'none told' : `${costText(cost)}${of}`,
        small: helpers.cost === 0 ? '' : `helpers ${costText(helpers.cost)}`,
      },
      { name: 'Turns', text: String(turns), small: steps === 0 ? '' : some(steps, 'step') },
      { name: 'Prompts', text: String(prompts), small: '' },
      filesCell(files),
    ],
    evidence: evidenceOf(session, zone),
  }
}

function filesCell(files: SessionReport['files']): SessionRow['cells'][number] {
  if (files.is === 'unknown') return { name: 'Files', text: 'not known', small: '' }
  const sum = (of: 'added' | 'removed'): number => files.files.reduce((all, file) => all + (file[of] ?? 0), 0)
  const count = files.files.length + files.more
  return { name: 'Files', text: String(count), small: count === 0 ? '' : `+${sum('added')} −${sum('removed')}` }
}

/** What stands behind a "done", never more than was shown. */
function evidenceOf(session: SessionReport, zone: string): Line {
  const { outcome } = session
  switch (outcome.is) {
    case 'verified':
      return line(...codes(outcome.by), ` ended well at ${clock(outcome.shownAt, zone, nightOf(session))}`)
    case 'claimed':
      return line('Not verified')
    case 'stopped':
      return line(outcome.reason === 'unverified' ? 'What was wanted was not shown' : 'Not done')
    case 'paused':
    case 'at-work':
    case 'no-run':
      return line('Not done')
    case 'unknown':
      return line('Not known')
  }
}
