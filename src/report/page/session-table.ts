import { clockText, dateText } from '../../core/operators/time/zone.ts'
import { type Block, codes, type Line, line, type SessionRow, type SessionTotal } from '../document.ts'
import type { SessionReport } from '../schema.ts'
import { clock, costText, lasted, nameOf, nightOf, some, stateOf } from '../words.ts'

type Cell = SessionRow['cells'][number]

/** Several sessions in figures, one beside the other; only for pages, since a text says the same in lines. */
export function tableOf(sessions: readonly SessionReport[], zone: string): Block[] {
  if (sessions.length < 2) return []
  return [{ is: 'sessions', rows: sessions.map((session) => rowOf(session, zone)), total: totalOf(sessions) }]
}

function totalOf(sessions: readonly SessionReport[]): SessionTotal {
  const sum = (of: (spent: SessionReport['spent']) => number): number =>
    sessions.reduce((all, { spent }) => all + of(spent), 0)
  const times = sessions.flatMap(({ begun, last }) => (begun === null || last === null ? [] : [last - begun]))
  const isTimed = times.length === sessions.length
  const untold = sessions.filter(({ spent }) => spent.cost === 0).length
  const cost = costCell(
    sum((spent) => spent.cost),
    '',
    sum(({ helpers }) => helpers.cost),
  )
  return {
    title: `These ${sessions.length} together`,
    cells: [
      {
        name: 'Time',
        text: isTimed ? lasted(times.reduce((all, time) => all + time, 0)) : 'not known',
        small: isTimed ? 'added up' : '',
      },
      {
        ...cost,
        small: [cost.small, untold === 0 || untold === sessions.length ? '' : `${untold} told none`]
          .filter((each) => each !== '')
          .join(', '),
      },
      ...turnCells({
        turns: sum(({ turns }) => turns),
        steps: sum(({ steps }) => steps),
        prompts: sum(({ prompts }) => prompts),
      }),
      // Git counts a file for each session that it was changed in the time of.
      { name: 'Files', text: '', small: '' },
    ],
  }
}

function rowOf(session: SessionReport, zone: string): SessionRow {
  const { outcome, request, begun, last, spent, limit, files } = session
  const { word, tone } = stateOf(outcome)
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
      costCell(spent.cost, of, spent.helpers.cost),
      ...turnCells(spent),
      filesCell(files),
    ],
    evidence: evidenceOf(session, zone),
  }
}

const costCell = (cost: number, of: string, helpers: number): Cell => ({
  name: 'Cost',
  text: cost === 0 ? 'none told' : `${costText(cost)}${of}`,
  small: helpers === 0 ? '' : `helpers ${costText(helpers)}`,
})

const turnCells = ({ turns, steps, prompts }: Pick<SessionReport['spent'], 'turns' | 'steps' | 'prompts'>): Cell[] => [
  { name: 'Turns', text: String(turns), small: steps === 0 ? '' : some(steps, 'step') },
  { name: 'Prompts', text: String(prompts), small: '' },
]

function filesCell(files: SessionReport['files']): Cell {
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
