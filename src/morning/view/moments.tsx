import type { JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { MomentRow } from '../../report/document.ts'
import { LiveContext } from './live.ts'
import { shown } from './shown.ts'
import { momentId } from './timeline.tsx'

const all = ''
/** Rows that a live page shows at once; each press shows as many more. A file has them all. */
const atOnce = 200

/** What happened in order, in words; a live page filters it and opens the reasons. */
export function Moments({ rows }: { rows: readonly MomentRow[] }): JSX.Element {
  const live = useContext(LiveContext)
  const [session, setSession] = useState(all)
  const [word, setWord] = useState(all)
  const [rule, setRule] = useState(all)
  const [text, setText] = useState('')
  const [most, setMost] = useState(atOnce)
  const meant = rows.filter(
    (row) =>
      (session === all || row.name.session === session) &&
      (word === all || row.word === word) &&
      (rule === all || row.rule === rule) &&
      holds(row, text),
  )
  const seen = live === null ? meant : meant.slice(0, most)
  const clear = (): void => {
    for (const set of [setSession, setWord, setRule, setText]) set(all)
  }
  const sessions = [...new Map(rows.map(({ name, title }) => [name.session, title]))]
  const words = named(rows.map((row) => row.word))
  const rules = named(rows.flatMap((row) => row.rule ?? [])).sort()
  return (
    <>
      {live === null ? null : (
        <search class="row filter">
          <label>
            Find{' '}
            <input
              type="search"
              id="find"
              dir="auto"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
          <Choice label="Session" value={session} options={sessions} choose={setSession} />
          <Choice label="Kind" value={word} options={words} choose={setWord} />
          <Choice label="Rule" value={rule} options={rules} choose={setRule} />
          <span role="status">{`${meant.length} of ${rows.length}`}</span>
          {meant.length === rows.length ? null : (
            <button type="button" class="quiet" onClick={clear}>
              Clear the filter
            </button>
          )}
        </search>
      )}
      <ol class="moments">
        {seen.map(({ name, title, at, tone, word: kind, said, rule: by }, index) => (
          <li id={isFirst(seen, index) ? momentId(name) : undefined} tabindex={-1}>
            <span class="when">{at}</span>
            <span class={`mark ${tone}`}>{kind}</span>
            <span class="what">
              {said === null ? null : <q dir="auto">{shown(said)}</q>} <small dir="auto">{shown(title)}</small>
              {by === null ? null : <code>{shown(by)}</code>}
            </span>
            {live === null ? null : (
              <button type="button" class="quiet" aria-label={`Why, ${at}: ${kind}`} onClick={() => live.why(name)}>
                Why
              </button>
            )}
          </li>
        ))}
      </ol>
      {seen.length === meant.length ? null : (
        <p>
          <button type="button" class="quiet" onClick={() => setMost(most + atOnce)}>
            {`Show ${Math.min(atOnce, meant.length - seen.length)} more of ${meant.length - seen.length}`}
          </button>
        </p>
      )}
    </>
  )
}

const named = (values: readonly string[]): [string, string][] => [...new Set(values)].map((one) => [one, one])

/** Whether a row has a text anywhere, in small or capital letters. */
const holds = ({ title, word, said, rule }: MomentRow, text: string): boolean =>
  [title, word, said ?? '', rule ?? ''].some((part) => part.toLowerCase().includes(text.trim().toLowerCase()))

/** One line may tell several moments; its first is where a mark leads. */
function isFirst(rows: readonly MomentRow[], index: number): boolean {
  const [before, row] = [rows[index - 1], rows[index]]
  return before?.name.session !== row?.name.session || before?.name.line !== row?.name.line
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  choose: (value: string) => void
}

const Choice = ({ label, value, options, choose }: ChoiceProps): JSX.Element => (
  <label>
    {label}{' '}
    <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <option value={all}>all</option>
      {options.map(([one, name]) => (
        <option value={one}>{shown(name)}</option>
      ))}
    </select>
  </label>
)
