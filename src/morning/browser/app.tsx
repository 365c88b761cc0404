import type { JSX } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Ask, Document, LineName } from '../../report/document.ts'
import type { GivenHere, Reasons } from '../exchange.ts'
import { type Fate, type Given, keyOf, type Live, LiveContext } from '../view/live.ts'
import { Copied } from '../view/copied.tsx'
import { Page } from '../view/page.tsx'
import { shown } from '../view/shown.ts'
import { askReasons, askState, giveAnswer, type Heard, sendOn, takeBack, unreached } from './ask.ts'
import { CloseDialog } from './close-dialog.tsx'
import { GivenBefore } from './given.tsx'
import { Keys } from './keys.tsx'
import { merge } from './merge.ts'
import { Suggested } from './suggested.tsx'

/** How often the page asks for what is new, in milliseconds. */
const pause = 2000

interface Seen {
  document: Document
  resting: readonly string[]
  undoable: ReadonlySet<string>
  given: readonly GivenHere[]
}

/** The live page: shows what the server reads, keeps what a person does in its place. */
export function App(): JSX.Element {
  const [seen, setSeen] = useState<Seen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [fates, setFates] = useState<ReadonlyMap<string, Fate>>(new Map())
  const [news, setNews] = useState('')
  const [reasons, setReasons] = useState<Heard<Reasons> | 'asked' | null>(null)
  const tag = useRef<string | null>(null)
  const last = useRef<Document | null>(null)
  const kept = useRef(0)

  const setFate = useCallback((key: string, fate: Fate) => setFates((now) => new Map(now).set(key, fate)), [])

  const look = useCallback(async () => {
    const heard = await askState(tag.current)
    switch (heard.is) {
      case 'unreached':
        setProblem(unreached)
        return
      case 'problem':
        setProblem(heard.why)
        return
      case 'value': {
        tag.current = heard.value.tag
        const { document, resting, undoable, given } = heard.value.state
        const merged = last.current === null ? { document, gone: [] } : merge(last.current, document)
        last.current = merged.document
        setSeen({ document: merged.document, resting, undoable: new Set(undoable), given })
        setFates((now) => withGone(now, merged.gone))
        setProblem(null)
        return
      }
      case 'same':
        setProblem(null)
    }
  }, [])

  useEffect(() => {
    let timer = 0
    const again = (): void => {
      const next = (): void => {
        timer = window.setTimeout(again, pause)
      }
      if (document.hidden) next()
      else void look().finally(next)
    }
    again()
    return () => window.clearTimeout(timer)
  }, [look])

  const answer = useCallback(
    async (ask: Ask, { decision, text }: Given) => {
      const [entry] = ask.entries
      if (entry === undefined) return
      const key = keyOf(ask)
      setFate(key, { is: 'saving' })
      const { id, by: session, fingerprint } = entry
      const told = await giveAnswer({ entry: { id, session, fingerprint }, decision, text })
      // Whether it can be taken back is known before it is offered.
      await look()
      kept.current += 1
      setFate(
        key,
        told.ok
          ? { is: 'kept', text: told.text, problem: told.problem, number: kept.current, waits: decision === 'skip' }
          : { is: 'failed', why: told.why },
      )
      setNews(told.ok ? told.text : told.why)
      if (told.ok) focusNext(key)
    },
    [look, setFate],
  )

  const undo = useCallback(
    async (ask: Ask) => {
      const [entry] = ask.entries
      if (entry === undefined) return
      const key = keyOf(ask)
      const { id, by: session, fingerprint } = entry
      const told = await takeBack({ id, session, fingerprint })
      setNews(told.ok ? [told.text, told.problem].filter((part) => part !== null).join(' ') : told.why)
      await look()
      if (!told.ok) return
      setFates((now) => new Map([...now].filter(([name]) => name !== key)))
      // The card is open again once that is drawn.
      requestAnimationFrame(() => document.getElementById(`card-${key}`)?.focus())
    },
    [look],
  )

  const why = useCallback(async (name: LineName) => {
    setReasons('asked')
    setReasons(await askReasons(name))
  }, [])

  const goOn = async (sessions: readonly string[]): Promise<void> => {
    const told = await sendOn(sessions)
    setNews(told.ok ? told.text : told.why)
    await look()
  }

  if (seen === null) return <main class="first">{problem === null ? 'Reading the nights …' : shown(problem)}</main>
  const live: Live = {
    fates,
    answer: (ask, given) => void answer(ask, given),
    undoable: seen.undoable,
    undo: (ask) => void undo(ask),
    why: (name) => void why(name),
  }
  // What was answered on this page folds in its place.
  const given = seen.given.filter(({ entries }) => entries.every(({ id }) => !fates.has(id)))
  const told = countOf(seen.document, fates)
  return (
    <LiveContext.Provider value={live}>
      <Page
        document={seen.document}
        aside={
          <>
            <span class="live">{problem === null ? 'live' : 'not up to date'}</span>
            <Keys />
          </>
        }
        first={given.length === 0 ? null : <GivenBefore given={given} undo={live.undo} />}
        more={seen.document.sections.length === 0 ? null : <Suggested />}
        bar={
          <aside
            class={problem === null && news === '' && told === null && seen.resting.length === 0 ? 'unseen' : 'bar'}
            aria-label="What happens next"
          >
            {problem === null ? null : <p class="problem">{shown(problem)}</p>}
            <p role="status">{shown(news)}</p>
            {told === null ? null : <p class="count">{told}</p>}
            {seen.resting.length === 0 ? null : (
              <button type="button" disabled={problem !== null} onClick={() => void goOn(seen.resting)}>
                {`Send ${seen.resting.length === 1 ? 'the session' : `${seen.resting.length} sessions`} on`}
              </button>
            )}
          </aside>
        }
      />
      {reasons === null ? null : <Why reasons={reasons} close={() => setReasons(null)} />}
    </LiveContext.Provider>
  )
}

/** How many of what waited were answered since the page was opened; null for none. Only what is kept counts. */
function countOf({ sections }: Document, fates: ReadonlyMap<string, Fate>): string | null {
  const asked = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.is === 'card' && block.ask?.stands === false ? keyOf(block.ask) : [])),
  )
  const answered = asked.filter((key) => {
    const fate = fates.get(key)
    return fate?.is === 'elsewhere' || (fate?.is === 'kept' && !fate.waits)
  }).length
  if (answered === 0) return null
  const left = asked.length - answered
  const rest = left === 0 ? 'nothing waits for you any more' : `${left} still ${left === 1 ? 'waits' : 'wait'} for you`
  return `${answered} of ${asked.length} answered, ${rest}`
}

/** What is not asked any more and was not decided here was decided elsewhere; what is asked again is open again. */
function withGone(fates: ReadonlyMap<string, Fate>, gone: readonly string[]): ReadonlyMap<string, Fate> {
  const elsewhere = gone.filter((key) => !fates.has(key)).map((key): [string, Fate] => [key, { is: 'elsewhere' }])
  const again = [...fates].filter(([key, fate]) => fate.is !== 'elsewhere' || gone.includes(key))
  return new Map([...again, ...elsewhere])
}

/** The next card that waits, else the bar's button; a person who is elsewhere by now is left there. */
function focusNext(key: string): void {
  const at = document.activeElement
  if (at !== null && at !== document.body && at.closest(`#card-${key}`) === null) return
  const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')]
  const place = cards.findIndex(({ id }) => id === `card-${key}`)
  const others = [...cards.slice(place + 1), ...cards.slice(0, Math.max(place, 0))]
  const open = others.find((each) => each.dataset['card'] === 'open' && each.checkVisibility())
  ;(open ?? document.querySelector<HTMLElement>('.bar button') ?? cards[place])?.focus()
}

function Why({ reasons, close }: { reasons: Heard<Reasons> | 'asked'; close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={close} aria-label="Why">
      <Told reasons={reasons} />
      <CloseDialog />
    </dialog>
  )
}

function Told({ reasons }: { reasons: Heard<Reasons> | 'asked' }): JSX.Element {
  if (reasons === 'asked') return <p>Reading the night …</p>
  switch (reasons.is) {
    case 'unreached':
      return <p class="problem">{unreached}</p>
    case 'problem':
      return <p class="problem">{shown(reasons.why)}</p>
    case 'value': {
      const { why, today, asCase } = reasons.value
      return (
        <>
          <Piece title="Why" text={why} />
          <Piece title="This night by the policies of today" text={today} />
          <Piece title="As a case for a test" text={asCase} />
        </>
      )
    }
  }
}

const Piece = ({ title, text }: { title: string; text: string }): JSX.Element => (
  <>
    <h2>{title}</h2>
    <Copied text={text} />
  </>
)
