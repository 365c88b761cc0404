import type { JSX } from 'preact'
import { useContext } from 'preact/hooks'
import type { Ask, Block, Tone } from '../../report/document.ts'
import { Copied } from './copied.tsx'
import { LiveContext } from './live.ts'
import { Moments } from './moments.tsx'
import { Question } from './question.tsx'
import { SessionTable } from './session-table.tsx'
import { shown } from './shown.ts'
import { Timeline } from './timeline.tsx'
import { Words } from './words.tsx'

/** What a report says, in order. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }): JSX.Element => (
  <>
    {blocks.map((block) => (
      <OneBlock key={block.is === 'card' ? block.ask?.entries[0]?.id : undefined} block={block} />
    ))}
  </>
)

function OneBlock({ block }: { block: Block }): JSX.Element {
  switch (block.is) {
    case 'line':
      return (
        <p>
          <Words line={block.line} />
        </p>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li>
              <Words line={item} />
            </li>
          ))}
        </ul>
      )
    case 'options':
      return (
        <ul>
          {block.items.map((item) => (
            <li>
              <Words line={item.line} />
            </li>
          ))}
        </ul>
      )
    case 'voice':
      return (
        <figure class="voice">
          <figcaption>{shown(block.source)}</figcaption>
          <blockquote dir="auto">{shown(block.text)}</blockquote>
        </figure>
      )
    case 'commands':
      return (
        <>
          {block.texts.map((text) => (
            <Copied text={text} />
          ))}
        </>
      )
    case 'card': {
      const { tone, title, blocks, ask } = block
      const heading = <Words line={title} />
      return ask === null ? (
        <article class={`card ${tone}`}>
          <h3>{heading}</h3>
          <Blocks blocks={blocks} />
        </article>
      ) : (
        <AskCard tone={tone} heading={heading} blocks={blocks} ask={ask} />
      )
    }
    case 'files':
      return <Files rows={block.rows} />
    case 'timeline':
      return <Timeline lanes={block.lanes} ticks={block.ticks} />
    case 'sessions':
      return <SessionTable rows={block.rows} total={block.total} />
    case 'moments':
      return <Moments rows={block.rows} />
  }
}

interface AskCardProps {
  tone: Tone
  heading: JSX.Element
  blocks: readonly Block[]
  ask: Ask
}

/** What is asked, with the commands that answer it beside it. Options that are buttons are not listed as well. */
function AskCard({ tone, heading, blocks, ask }: AskCardProps): JSX.Element {
  const live = useContext(LiveContext)
  const commands = blocks.filter(({ is }) => is === 'commands')
  const rest = blocks.flatMap((block): Block[] => {
    if (block.is === 'commands') return []
    if (block.is !== 'options' || live === null || ask.allowable) return [block]
    const items = block.items.filter(({ isChoice }) => !isChoice)
    return items.length === 0 ? [] : [{ ...block, items }]
  })
  return (
    <Question tone={tone} heading={heading} ask={ask} side={<Blocks blocks={commands} />}>
      <Blocks blocks={rest} />
    </Question>
  )
}

const Files = ({ rows }: Pick<Extract<Block, { is: 'files' }>, 'rows'>): JSX.Element => (
  <table>
    <thead>
      <tr>
        <th scope="col">File</th>
        <th scope="col">Added</th>
        <th scope="col">Removed</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ path, added, removed }) => (
        <tr>
          <td>
            <code>{shown(path)}</code>
          </td>
          <td class="add">{shown(added)}</td>
          <td class="del">{shown(removed)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
