import type { JSX } from 'preact'
import type { Ask } from '../../report/document.ts'
import type { GivenHere } from '../exchange.ts'
import { keyOf } from '../view/live.ts'
import { shown } from '../view/shown.ts'

interface GivenProps {
  given: readonly GivenHere[]
  undo: (ask: Ask) => void
}

/** Answers from before the page was loaded that no agent can have read: each can still be taken back. */
export const GivenBefore = ({ given, undo }: GivenProps): JSX.Element => (
  <section id="given" aria-labelledby="given-title">
    <h2 id="given-title">
      Answered, read by no agent yet<span class="n">{` ${given.length}`}</span>
    </h2>
    {given.map(({ entries, question, answer }, index) => {
      const ask: Ask = { entries, options: [], allowable: false, stands: false, why: null }
      return (
        <article class="card closed" id={`card-${keyOf(ask)}`} tabindex={-1} data-card="closed">
          <h3>
            <code>{shown(entries.map(({ id }) => id).join(', '))}</code> <q dir="auto">{shown(question)}</q>
          </h3>
          <p class="fate">
            <span class="mark ok" dir="auto">
              {shown(answer)}
            </span>
          </p>
          <p>
            <button type="button" class="quiet" data-undo={index - given.length} onClick={() => undo(ask)}>
              Undo
            </button>
          </p>
        </article>
      )
    })}
  </section>
)
