import type { ComponentChildren, JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { Ask, LineName, Tone } from '../../report/document.ts'
import { type Fate, type Given, keyOf, type Live, LiveContext } from './live.ts'
import { shown } from './shown.ts'

interface QuestionProps {
  tone: Tone
  heading: ComponentChildren
  ask: Ask
  /** How it is answered from a shell. */
  side: ComponentChildren
  children: ComponentChildren
}

/** What waits for a person. Where the page is live it is answered here, and folds once it is. */
export function Question({ tone, heading, ask, side, children }: QuestionProps): JSX.Element {
  const live = useContext(LiveContext)
  const [isAgain, setAgain] = useState(false)
  const [words, setWords] = useState('')
  const key = keyOf(ask)
  const fate = live?.fates.get(key) ?? null
  // What a person has begun to write stays before them, whoever answered meanwhile.
  const isClosed = !isAgain && (fate?.is === 'kept' || (fate?.is === 'elsewhere' && words.trim() === ''))
  if (isClosed && (fate?.is === 'kept' || fate?.is === 'elsewhere'))
    return (
      <Closed
        id={key}
        heading={heading}
        fate={fate}
        again={() => setAgain(true)}
        undo={live?.undoable.has(key) === true ? () => live.undo(ask) : null}
      />
    )
  const give = (given: Given): void => {
    setAgain(false)
    live?.answer(ask, given)
  }
  return (
    <article
      class={`card asks ${tone}`}
      id={`card-${key}`}
      tabindex={-1}
      data-card={live === null ? undefined : 'open'}
    >
      <div class="asked">
        <div class="head">
          <h3>{heading}</h3>
          {live === null || ask.why === null ? null : <WhyAsked name={ask.why} id={key} why={live.why} />}
        </div>
        {children}
        {live === null ? null : <Form ask={ask} fate={fate} give={give} words={words} setWords={setWords} />}
      </div>
      <div class="side">
        <p>{live === null ? 'Answer from a shell' : 'The same from a shell'}</p>
        {side}
      </div>
    </article>
  )
}

/** Leads from what is asked to the decision that wrote it down. */
const WhyAsked = ({ name, id, why }: { name: LineName; id: string; why: Live['why'] }): JSX.Element => (
  <button type="button" class="link" aria-label={`Why ${id} was written down`} onClick={() => why(name)}>
    Why
  </button>
)

type ClosedFate = Extract<Fate, { is: 'kept' | 'elsewhere' }>

interface ClosedProps {
  id: string
  heading: ComponentChildren
  fate: ClosedFate
  again: () => void
  /** Null once an agent may have read the answer. */
  undo: (() => void) | null
}

function Closed({ id, heading, fate, again, undo }: ClosedProps): JSX.Element {
  return (
    <article class="card closed" id={`card-${id}`} tabindex={-1} data-card="closed">
      <h3>{heading}</h3>
      <p class="fate">
        <span class="mark ok">{fate.is === 'kept' ? shown(fate.text) : 'Answered elsewhere'}</span>
      </p>
      {fate.is === 'kept' && fate.problem !== null ? <p class="problem">{shown(fate.problem)}</p> : null}
      <p>
        {undo !== null && fate.is === 'kept' ? (
          <button type="button" class="quiet" data-undo={fate.number} onClick={undo}>
            Undo
          </button>
        ) : (
          <button type="button" class="quiet" onClick={again}>
            Answer again
          </button>
        )}
      </p>
    </article>
  )
}

/** What each decision about a request means. */
const reaches = [
  { decision: 'once', name: 'Allow once', means: 'The next time that it is asked, in any session' },
  {
    decision: 'project',
    name: 'Allow in this project',
    means: 'Exactly this request, until you revoke it; a policy’s deny still wins',
  },
  { decision: 'never', name: 'Never', means: 'Refused from now on, without a new entry' },
] as const

interface FormProps {
  ask: Ask
  fate: Fate | null
  give: (given: Given) => void
  words: string
  setWords: (words: string) => void
}

function Form({ ask, fate, give, words, setWords }: FormProps): JSX.Element {
  const isSaving = fate?.is === 'saving'
  const field = `words-${keyOf(ask)}`
  const submit = (event: Event): void => {
    event.preventDefault()
    if (words.trim() !== '') give({ decision: 'words', text: words })
  }
  const choices = ask.allowable
    ? reaches.map(({ decision, name, means }) => ({ name, means, given: { decision, text: null } }))
    : ask.options.map(({ text, about }) => ({ name: text, means: about, given: { decision: 'words' as const, text } }))
  return (
    <form onSubmit={submit} aria-busy={isSaving}>
      {choices.length === 0 ? null : (
        <fieldset class="choices">
          <legend class="unseen">Answers</legend>
          {choices.map(({ name, means, given }, index) => (
            <button type="button" disabled={isSaving} data-choice={index + 1} onClick={() => give(given)}>
              <strong dir="auto">{shown(name)}</strong>
              {means === '' ? null : <span dir="auto">{shown(means)}</span>}
            </button>
          ))}
        </fieldset>
      )}
      <label for={field}>{fieldName(ask)}</label>
      <textarea
        id={field}
        rows={2}
        maxLength={10_000}
        dir="auto"
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <div class="row">
        <button type="submit" disabled={isSaving || words.trim() === ''}>
          {isSaving ? 'Saving …' : 'Answer'}
        </button>
        {ask.stands ? null : (
          <button
            type="button"
            class="quiet"
            disabled={isSaving}
            data-later
            onClick={() => give({ decision: 'skip', text: null })}
          >
            Not now
          </button>
        )}
      </div>
      {fate?.is === 'failed' ? <p class="problem">{shown(fate.why)}</p> : null}
      {fate?.is === 'elsewhere' ? (
        <p class="problem">It was answered elsewhere meanwhile; yours would count instead.</p>
      ) : null}
    </form>
  )
}

function fieldName({ allowable, stands, options }: Ask): string {
  if (allowable) return 'Or tell the agent what to do instead'
  if (stands) return options.length === 0 ? 'Overrule it in your own words' : 'Or overrule it in your own words'
  return options.length === 0 ? 'In your own words' : 'Or in your own words'
}
