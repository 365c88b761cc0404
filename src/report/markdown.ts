import { fencedBlock, inlineMarkdown, longestTicks } from '../runtime/text/inline-markdown.ts'
import { oneLine } from '../runtime/text/visible.ts'
import { type Block, type Document, forText, type Inline, type Line } from './document.ts'

/**
 * A report as Markdown. What others wrote stands in code spans and fences alone, where no renderer finds a link, a
 * mention, a heading or markup.
 */
export function markdownOf({ title, about, outcome, sections }: Document): string {
  const parts = [
    `# ${inlineMarkdown(title)}`,
    lineOf(about),
    ...outcome.map(lineOf),
    ...forText(sections).flatMap(({ title: name, count, blocks }) => [
      `## ${inlineMarkdown(name)}${count === null ? '' : ` (${count})`}`,
      ...blocks.map(blockOf).filter((text) => text !== ''),
    ]),
  ]
  return `${parts.join('\n\n')}\n`
}

const lineOf = (line: Line): string => line.map(inlineOf).join('')

function inlineOf(part: Inline): string {
  switch (part.is) {
    case 'plain':
      return ours(part.text)
    case 'mark':
      return `**${ours(part.text)}**`
    case 'said':
      return `“${span(part.text)}”`
    case 'code':
      return span(part.text)
  }
}

/** Spaces at the edges join our own pieces. */
const ours = (text: string): string => text.replace(/\S(?:[\s\S]*\S)?/, inlineMarkdown)

/** A code span that nothing inside can close. */
function span(text: string): string {
  const shown = oneLine(text)
  if (shown === '') return '` `'
  const ticks = longestTicks(shown)
  if (ticks === 0) return `\`${shown}\``
  const fence = '`'.repeat(ticks + 1)
  return `${fence} ${shown} ${fence}`
}

function blockOf(block: Block): string {
  switch (block.is) {
    case 'line':
      return lineOf(block.line)
    case 'list':
      return block.items.map((item) => `- ${lineOf(item)}`).join('\n')
    case 'options':
      return block.items.map((item) => `- ${lineOf(item.line)}`).join('\n')
    case 'voice':
      return [`${inlineMarkdown(block.source)}:`, '', ...fencedBlock(block.text, '')].join('\n')
    case 'commands':
      return block.texts.map((text) => fencedBlock(text, '').join('\n')).join('\n\n')
    case 'card':
      return [`### ${lineOf(block.title)}`, ...block.blocks.map(blockOf)].join('\n\n')
    case 'timeline':
    case 'moments':
    case 'sessions':
      return ''
    case 'files':
      return block.rows.map(({ path, added, removed }) => `- ${span(path)} ${ours(`${added} ${removed}`)}`).join('\n')
  }
}
