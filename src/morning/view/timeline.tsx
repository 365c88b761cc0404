import type { JSX } from 'preact'
import { useContext } from 'preact/hooks'
import type { Lane, LaneCost, LineName, Tick, Tone } from '../../report/document.ts'
import { LiveContext } from './live.ts'
import { shown } from './shown.ts'

/** A row that tells a moment in words. */
export const momentId = ({ session, line }: LineName): string => `at-${session}-${line}`

/** The nights drawn, a lane a session, on one axis of time. All that stands here stands in words below, so only the eye needs it. */
export const Timeline = ({ lanes, ticks }: { lanes: readonly Lane[]; ticks: readonly Tick[] }): JSX.Element => (
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
      {[...wordsOf(lanes)].map(([tone, words]) => (
        <li>
          <svg class="swatch" width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
            <g class={`at ${tone}`}>
              <path d={shapes[tone]} />
            </g>
          </svg>
          {[...words].join(', ')}
        </li>
      ))}
    </ul>
    <svg class="axis" width="100%" height="18" aria-hidden="true">
      {ticks.map(({ at, text }, index) => (
        <text class={index % 2 === 1 ? 'odd' : ''} x={percent(at)} y="13" text-anchor={anchorOf(at)}>
          {text}
        </text>
      ))}
    </svg>
    <ol class="lanes">
      {lanes.map((lane) => (
        <OneLane lane={lane} ticks={ticks} />
      ))}
    </ol>
  </>
)

/** What each shape stands for in these lanes. */
function wordsOf(lanes: readonly Lane[]): Map<Tone, Set<string>> {
  const found = new Map<Tone, Set<string>>()
  for (const { tone, word } of lanes.flatMap(({ marks }) => marks))
    found.set(tone, (found.get(tone) ?? new Set()).add(word.toLowerCase()))
  return found
}

const spanWords: Record<Lane['spans'][number]['is'], string> = {
  work: 'run',
  turn: 'turn',
  waited: 'waited',
  silent: 'silent',
}

const percent = (place: number): string => `${Number((place * 100).toFixed(2))}%`

/** At the edges a text stands within the axis. */
const anchorOf = (place: number): 'start' | 'middle' | 'end' =>
  place < 0.04 ? 'start' : place > 0.96 ? 'end' : 'middle'

function OneLane({ lane, ticks }: { lane: Lane; ticks: readonly Tick[] }): JSX.Element {
  const live = useContext(LiveContext)
  const { title, from, to, spans, cost, marks } = lane
  return (
    <li>
      <p class="lane-name">
        <strong dir="auto">{shown(title)}</strong>{' '}
        <span>{`${from} to ${to}${cost === null ? '' : ` · ${cost.text}`}`}</span>
      </p>
      <svg class="lane" width="100%" height="32" aria-hidden="true">
        {ticks.map(({ at }) => (
          <line class="grid" x1={percent(at)} x2={percent(at)} y1="0" y2="32" />
        ))}
        <rect class="ground" x="0" y="14" width="100%" height="4" />
        {spans.map(({ is, from: begin, to: end, text }) => (
          <rect class={`span ${is}`} x={percent(begin)} width={percent(end - begin)} {...heights[is]}>
            <title>{shown(text)}</title>
          </rect>
        ))}
        {marks.map(({ name, tone, at, text, count }) => (
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
              {count === 1 ? null : (
                <text x="6" y="-5">
                  {count}
                </text>
              )}
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
function Costs({ cost: { points, limit, from, to } }: { cost: LaneCost }): JSX.Element {
  const height = (cost: number): string => (20 - 20 * cost).toFixed(2)
  const across = (place: number): string => (place * 1000).toFixed(1)
  const steps = points.map(({ at, cost }) => `H${across(at)} V${height(cost)}`)
  return (
    <svg class="cost" width="100%" height="24" viewBox="0 -2 1000 24" preserveAspectRatio="none" aria-hidden="true">
      {limit === null ? null : <path class="limit" d={`M${across(from)} ${height(limit)} H${across(to)}`} />}
      <path class="sum" d={[`M${across(from)} 20`, ...steps, `H${across(to)}`].join(' ')} />
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
