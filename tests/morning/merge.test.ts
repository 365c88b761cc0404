import { describe, expect, test } from 'vitest'
import { merge } from '../../src/morning/browser/merge.ts'
import { type Block, type Document, line } from '../../src/report/document.ts'

const ask = (id: string, text = id): Block => ({
  is: 'card',
  tone: 'plain',
  title: line(text),
  blocks: [],
  ask: {
    entries: [{ id, session: 'S1', by: 'S1', fingerprint: id }],
    options: [],
    allowable: false,
    stands: false,
    why: null,
  },
})
const page = (...sections: [title: string, blocks: Block[]][]): Document => ({
  title: 'Report',
  about: [],
  outcome: [],
  sections: sections.map(([title, blocks]) => ({ title, count: blocks.length, blocks })),
})
const titles = ({ sections }: Document): unknown =>
  sections.map(({ title, count, blocks }) => [
    title,
    count,
    blocks.flatMap((block) => (block.is === 'card' ? block.title.map(({ text }) => text) : [])),
  ])

describe('a newer reading of the nights', () => {
  test('leaves each question in its place, with its newest words, and puts new ones last', () => {
    const older = page(['Waits', [ask('b1'), ask('b2')]])
    const newer = page(['Waits', [ask('b3'), ask('b2', 'b2 seen twice'), ask('b1')]])
    const { document, gone } = merge(older, newer)
    expect(titles(document)).toEqual([['Waits', 3, ['b1', 'b2 seen twice', 'b3']]])
    expect(gone).toEqual([])
  })

  test('keeps what is not asked any more, and names it, also where its section is gone', () => {
    const older = page(['Waits', [ask('b1')]], ['Decided', [ask('b2'), ask('b3')]])
    const { document, gone } = merge(older, page(['Decided', [ask('b3')]]))
    expect(titles(document)).toEqual([
      ['Waits', 0, ['b1']],
      ['Decided', 1, ['b2', 'b3']],
    ])
    expect(gone).toEqual(['b1', 'b2'])
    expect(merge(document, page(['Decided', [ask('b3')]])).gone).toEqual(['b1', 'b2'])
  })
})
