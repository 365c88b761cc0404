import { expect, test } from 'vitest'
import { htmlOf } from '../../src/morning/static-page.tsx'
import { compose } from '../../src/report/compose.ts'
import { mostCards, mostOnPage } from '../../src/report/bounds.ts'
import type { Block } from '../../src/report/document.ts'
import type { Report } from '../../src/report/schema.ts'
import { textOf } from '../../src/report/text.ts'
import { twoSessions } from './nights.ts'

/** 300 sessions, each with 300 moments, and 5,000 questions. */
function hugeReport(): Report {
  const report = twoSessions().report()
  const [session] = report.sessions
  const [question] = report.waiting
  const moment = session?.moments[0]
  if (session === undefined || question === undefined || moment === undefined) throw new Error('Nothing happened')
  const moments = Array.from({ length: 300 }, (_, line) => ({ ...moment, line: line + 1 }))
  return {
    ...report,
    sessions: Array.from({ length: 300 }, (_, at) => ({ ...session, id: `S${at}`, moments })),
    waiting: Array.from({ length: 5000 }, (_, at) => ({
      ...question,
      entries: question.entries.map((entry) => ({ ...entry, id: `b${at}` })),
    })),
  }
}

const countOf = (blocks: readonly Block[], is: Block['is']): number => blocks.filter((block) => block.is === is).length

test('a huge night is shown with its first parts, and says where all of it is', () => {
  const document = compose(hugeReport())
  const sections = new Map(document.sections.map((section) => [section.title, section]))
  const waiting = sections.get('Waits for you')
  expect([waiting?.count, countOf(waiting?.blocks ?? [], 'card')]).toEqual([5000, mostCards])
  expect(countOf(sections.get('Sessions')?.blocks ?? [], 'card')).toBe(mostCards)
  const rows = sections.get('What happened')?.blocks.flatMap((block) => (block.is === 'moments' ? block.rows : []))
  expect(rows?.length).toBeLessThanOrEqual(mostOnPage)
  const text = textOf(document)
  expect(text).toContain('4800 more are not shown here; npx opencode-diverter answer has all.')
  expect(text).toContain('100 more are not shown here; npx opencode-diverter report --json has all.')
  expect(text).toContain('\nAnd 100 more.\n')
  const page = htmlOf(document)
  expect(page).toContain('<summary>Show ')
  expect(page.length).toBeLessThan(5_000_000)
})
