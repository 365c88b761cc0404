import type { JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { MomentRow } from '../../report/document.ts'
import { LiveContext } from './live.ts'
import { shown } from './shown.ts'
import { momentId } from './timeline.tsx'

const all = ''

/** What happened in order, in words; a live page filters it and opens the reasons. */
export function Moments({ rows }: { rows: readonly MomentRow[] }): JSX.Element {
  const live = useContext(LiveContext)
  const [session, setSession] = useState(all)
  const [word, setWord] = useState(all)
  const meant = rows.filter(
    (row) => (session === all || row.name.session === session) && (word === all || row.word === word),
  )
  const sessions = [...new Map(rows.map(({ name, title }) => [name.session, title]))]
  const words = [...new Set(rows.map((row) => row.word))].map((one): [string, string] => [one, one])
  return (
    <>
      {live === null ? null : (
        <div class="row filter">
          <Choice label="Session" value={session} options={sessions} choose={setSession} />
          <Choice label="Kind" value={word} options={words} choose={setWord} />
          <span role="status">{`${meant.length} of ${rows.length}`}</span>
        </div>
      )}
      <ol class="moments">
        {meant.map(({ name, title, at, tone, word: kind, said, rule }, index) => (
          <li id={isFirst(meant, index) ? momentId(name) : undefined} tabindex={-1}>
            <span class="when">{at}</span>
            <span class={`mark ${tone}`}>{kind}</span>
            <span class="what">
              {said === null ? null : <q dir="auto">{shown(said)}</q>} <small dir="auto">{shown(title)}</small>
              {rule === null ? null : <code>{shown(rule)}</code>}
            </span>
            {live === null ? null : (
              <button type="button" class="quiet" aria-label={`Why, ${at}: ${kind}`} onClick={() => live.why(name)}>
                Why
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

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
