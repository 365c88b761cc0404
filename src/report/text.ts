import { oneLine } from '../runtime/text/visible.ts'
import { type Block, type Document, forText, type Inline, type Line, withinQuotes } from './document.ts'

/** A report for a terminal or a chat: no character in it moves a cursor or turns a line. */
export function textOf({ title, about, outcome, sections }: Document): string {
  const parts = [
    `${title} · ${lineText(about)}`,
    outcome.map(lineText).join('\n'),
    ...forText(sections).map(({ title: name, count, blocks }) =>
      [`${name}${count === null ? '' : ` (${count})`}`, ...blocks.flatMap((block) => blockLines(block, '  '))].join(
        '\n',
      ),
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

export const lineText = (line: Line): string => line.map(inlineText).join('')

function inlineText(part: Inline): string {
  switch (part.is) {
    case 'plain':
    case 'mark':
      return shown(part.text)
    case 'said':
      return quote(part.text)
    case 'code':
      return oneLine(part.text)
  }
}

/** Spaces at the edges join our own pieces. */
const shown = (text: string): string => text.replace(/\S(?:[\s\S]*\S)?/, oneLine)

/** What is quoted cannot end its quote. */
export const quote = (text: string): string => `“${withinQuotes(oneLine(text))}”`

function blockLines(block: Block, indent: string): string[] {
  switch (block.is) {
    case 'line':
      return [`${indent}${lineText(block.line)}`]
    case 'list':
      return block.items.map((item) => `${indent}- ${lineText(item)}`)
    case 'options':
      return block.items.map((item) => `${indent}- ${lineText(item.line)}`)
    case 'voice':
      return [`${indent}${oneLine(block.source)}: ${quote(block.text)}`]
    case 'commands':
      return block.texts.map((text) => `${indent}$ ${oneLine(text)}`)
    case 'card':
      return ['', `${indent}${lineText(block.title)}`, ...block.blocks.flatMap((one) => blockLines(one, `${indent}  `))]
    case 'timeline':
    case 'moments':
    case 'sessions':
      return []
    case 'files':
      return block.rows.map(
        ({ path, added, removed }) => `${indent}  ${added.padStart(8)} ${removed.padStart(7)}  ${oneLine(path)}`,
      )
  }
}
