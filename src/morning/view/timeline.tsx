import type { JSX } from 'preact'
import { useContext } from 'preact/hooks'
import type { Lane, LaneCost, LineName, Tone } from '../../report/document.ts'
import { LiveContext } from './live.ts'
import { shown } from './shown.ts'

/** A row that tells a moment in words. */
export const momentId = ({ session, line }: LineName): string => `at-${session}-${line}`

/** The nights drawn, a lane a session. All that stands here stands in words below, so only the eye needs it. */
export const Timeline = ({ lanes }: { lanes: readonly Lane[] }): JSX.Element => (
  <>
    <ul class="legend">
      {(['work', 'turn', 'waited', 'silent'] as const).map((is) => (
        <li>
          <svg class="swatch" width="20" height="8" aria-hidden="true">
            <rect class={`span ${is}`} width="20" height="8" />
          </svg>
          {spanWords[is]}
        </li>
      ))}
    </ul>
    <ol class="lanes">
      {lanes.map((lane) => (
        <OneLane lane={lane} />
      ))}
    </ol>
  </>
)

const spanWords: Record<Lane['spans'][number]['is'], string> = {
  work: 'run',
  turn: 'turn',
  waited: 'waited',
  silent: 'silent',
}

const percent = (place: number): string => `${Number((place * 100).toFixed(2))}%`

function OneLane({ lane }: { lane: Lane }): JSX.Element {
  const live = useContext(LiveContext)
  const { title, from, to, spans, cost, marks } = lane
  return (
    <li>
      <p class="lane-name">
        <strong dir="auto">{shown(title)}</strong>{' '}
        <span>{`${from} to ${to}${cost === null ? '' : ` · ${cost.text}`}`}</span>
      </p>
      <svg class="lane" width="100%" height="32" aria-hidden="true">
        <rect class="ground" x="0" y="14" width="100%" height="4" />
        {spans.map(({ is, from: begin, to: end }) => (
          <rect class={`span ${is}`} x={percent(begin)} width={percent(end - begin)} {...heights[is]} />
        ))}
        {marks.map(({ name, tone, at, text }) => (
          <a
            href={`#${momentId(name)}`}
            tabindex={-1}
            onClick={
              live === null
                ? undefined
                : (event) => {
                    event.preventDefault()
                    live.why(name)
                  }
            }
          >
            <svg class={`at ${tone}`} x={percent(at)} y="16" overflow="visible">
              <title>{shown(text)}</title>
              <path d={shapes[tone]} />
            </svg>
          </a>
        ))}
      </svg>
      {cost === null ? null : <Costs cost={cost} />}
    </li>
  )
}

/** A turn is thinner than the run that it is a part of. */
const heights: Record<Lane['spans'][number]['is'], { y: number; height: number }> = {
  work: { y: 12, height: 8 },
  turn: { y: 14, height: 4 },
  waited: { y: 12, height: 8 },
  silent: { y: 12, height: 8 },
}

/** The cost as it grew, in steps, with its limit. */
function Costs({ cost: { points, limit } }: { cost: LaneCost }): JSX.Element {
  const height = (cost: number): string => (20 - 20 * cost).toFixed(2)
  const steps = points.map(({ at, cost }) => `H${(at * 1000).toFixed(1)} V${height(cost)}`)
  return (
    <svg class="cost" width="100%" height="24" viewBox="0 -2 1000 24" preserveAspectRatio="none" aria-hidden="true">
      {limit === null ? null : <path class="limit" d={`M0 ${height(limit)} H1000`} />}
      <path class="sum" d={['M0 20', ...steps, 'H1000'].join(' ')} />
    </svg>
  )
}

/** Each tone has a shape of its own, around the place of its mark. */
const shapes: Record<Tone, string> = {
  plain: 'M-1.5 -8 h3 v16 h-3z',
  ok: 'M-6 0 L-2 4 L6 -5 L4 -7 L-2 0 L-4 -2z',
  claim: 'M0 -6 L6 0 L0 6 L-6 0z',
  budget: 'M0 -7 L7 6 H-7z',
  stall: 'M-5 -5 h10 v10 h-10z',
  work: 'M-4 -6 L6 0 L-4 6z',
  rest: 'M-5 -6 h3 v12 h-3z M2 -6 h3 v12 h-3z',
}
