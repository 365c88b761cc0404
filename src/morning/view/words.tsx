import type { JSX } from 'preact'
import { type Inline, type Line, withinQuotes } from '../../report/document.ts'
import { shown } from './shown.ts'

/** A line of ours and of others, each shown as what it is. */
export const Words = ({ line }: { line: Line }): JSX.Element => (
  <>
    {line.map((part) => (
      <Part part={part} />
    ))}
  </>
)

function Part({ part }: { part: Inline }): JSX.Element {
  switch (part.is) {
    case 'plain':
      return <>{shown(part.text)}</>
    case 'said':
      return <q dir="auto">{shown(withinQuotes(part.text))}</q>
    case 'code':
      return <code>{shown(part.text)}</code>
    case 'mark':
      return <span class={`mark ${part.tone}`}>{shown(part.text)}</span>
  }
}
