import type { JSX } from 'preact'
import { useContext } from 'preact/hooks'
import type { Lane, LineName, Tone } from '../../report/document.ts'
import { LiveContext } from './live.ts'
import { shown } from './shown.ts'

/** A row that tells a moment in words. */
export const momentId = ({ session, line }: LineName): string => `at-${session}-${line}`

/** The nights drawn, a lane a session. All that stands here stands in words below, so only the eye needs it. */
export const Timeline = ({ lanes }: { lanes: readonly Lane[] }): JSX.Element => (
  <>
    <ul class="legend">
      {(['work', 'waited', 'silent'] as const).map((is) => (
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
  work: 'at work',
  waited: 'waited',
  silent: 'silent',
}

const percent = (place: number): string => `${Number((place * 100).toFixed(2))}%`

function OneLane({ lane }: { lane: Lane }): JSX.Element {
  const live = useContext(LiveContext)
  const { title, from, to, spans, marks } = lane
  return (
    <li>
      <p class="lane-name">
        <strong dir="auto">{shown(title)}</strong> <span>{`${from} to ${to}`}</span>
      </p>
      <svg class="lane" width="100%" height="32" aria-hidden="true">
        <rect class="ground" x="0" y="14" width="100%" height="4" />
        {spans.map(({ is, from: begin, to: end }) => (
          <rect class={`span ${is}`} x={percent(begin)} y="12" width={percent(end - begin)} height="8" />
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
    </li>
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
