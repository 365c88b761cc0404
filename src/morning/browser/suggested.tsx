import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Suggestions } from '../exchange.ts'
import { Blocks } from '../view/blocks.tsx'
import { shown } from '../view/shown.ts'
import { askSuggestions, type Heard, unreached } from './ask.ts'

/** Between two questions whether they are found, in milliseconds. */
const pause = 1000

/** Lines that would have spared refusals, looked for when a person wants to know: it takes a while. */
export function Suggested(): JSX.Element {
  const [heard, setHeard] = useState<Heard<Suggestions> | null>(null)
  const isLooking = heard?.is === 'value' && heard.value.is === 'working'
  const look = async (): Promise<void> => {
    setHeard({ is: 'value', value: { is: 'working', text: '' } })
    for (;;) {
      const next = await askSuggestions()
      setHeard(next)
      if (next.is !== 'value' || next.value.is === 'found') return
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return (
    <section id="suggested" aria-labelledby="suggested-title">
      <h2 id="suggested-title">Suggested lines</h2>
      <p>
        What was refused most in the newest nights, and the line of a policy that would have spared it. A line is
        written in a terminal of your own, which shows the change first.
      </p>
      <p>
        <button type="button" class="quiet" disabled={isLooking} onClick={() => void look()}>
          {isLooking ? 'Reading the nights …' : heard === null ? 'Look for them' : 'Look again'}
        </button>
      </p>
      <div role="status" class="found">
        {heard === null ? null : <Found heard={heard} />}
      </div>
    </section>
  )
}

function Found({ heard }: { heard: Heard<Suggestions> }): JSX.Element | null {
  switch (heard.is) {
    case 'unreached':
      return <p class="problem">{unreached}</p>
    case 'problem':
      return <p class="problem">{shown(heard.why)}</p>
    case 'value':
      if (heard.value.is === 'found') return <Blocks blocks={heard.value.section.blocks} />
      return heard.value.text === '' ? null : <p>{shown(heard.value.text)}</p>
  }
}
