import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Suggestions } from '../exchange.ts'
import { Blocks } from '../view/blocks.tsx'
import { shown } from '../view/shown.ts'
import { askSuggestions, type Heard, unreached } from './ask.ts'

/** Lines that would have spared refusals, looked for when a person wants to know: it takes a while. */
export function Suggested(): JSX.Element {
  const [heard, setHeard] = useState<Heard<Suggestions> | 'asked' | null>(null)
  const look = async (): Promise<void> => {
    setHeard('asked')
    setHeard(await askSuggestions())
  }
  return (
    <section id="suggested" aria-labelledby="suggested-title">
      <h2 id="suggested-title">Suggested lines</h2>
      <p>
        What these nights were refused most, and the line of a policy that would have spared it. A line is written in a
        terminal of your own, which shows the change first.
      </p>
      <p>
        <button type="button" class="quiet" disabled={heard === 'asked'} onClick={() => void look()}>
          {heard === 'asked' ? 'Reading the nights …' : heard === null ? 'Look for them' : 'Look again'}
        </button>
      </p>
      <div role="status" class="found">
        {heard === null || heard === 'asked' ? null : <Found heard={heard} />}
      </div>
    </section>
  )
}

function Found({ heard }: { heard: Heard<Suggestions> }): JSX.Element {
  switch (heard.is) {
    case 'unreached':
      return <p class="problem">{unreached}</p>
    case 'problem':
      return <p class="problem">{shown(heard.why)}</p>
    case 'value':
      return <Blocks blocks={heard.value.section.blocks} />
  }
}
