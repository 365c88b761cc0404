import type { Block, Document } from '../../report/document.ts'
import { keyOf } from '../view/live.ts'

type Card = Extract<Block, { is: 'card' }>

const keyIn = (block: Block): string | null => (block.is === 'card' && block.ask !== null ? keyOf(block.ask) : null)

/**
 * The newer document, with what was asked in the older one in its old places: nothing moves under a pointer, and what
 * is new comes at the end of its section. `gone` are those that the newer one does not ask any more.
 */
export function merge(older: Document, newer: Document): { document: Document; gone: string[] } {
  const asked = new Map(newer.sections.flatMap(({ blocks }) => blocks.flatMap((block) => entryOf(block))))
  const gone: string[] = []
  const keep = (block: Block): Block => {
    const key = keyIn(block)
    if (key === null) return block
    const now = asked.get(key)
    if (now === undefined) gone.push(key)
    return now ?? block
  }
  const kept = new Map(
    older.sections.flatMap((section) => {
      const cards = section.blocks.filter((block) => keyIn(block) !== null)
      return cards.length === 0 ? [] : [[section.title, { section, cards: cards.map(keep) }] as const]
    }),
  )
  const known = new Set([...kept.values()].flatMap(({ cards }) => cards.map(keyIn)))
  const sections = newer.sections.map((section) => {
    const old = kept.get(section.title)
    if (old === undefined) return section
    kept.delete(section.title)
    return { ...section, blocks: [...old.cards, ...section.blocks.filter((block) => !known.has(keyIn(block) ?? ''))] }
  })
  const left = [...kept.values()].map(({ section, cards }) => ({ ...section, count: 0, blocks: cards }))
  return { document: { ...newer, sections: [...left, ...sections] }, gone }
}

const entryOf = (block: Block): [string, Card][] => {
  const key = keyIn(block)
  return key === null || block.is !== 'card' ? [] : [[key, block]]
}
