import { describe, expect, test } from 'vitest'
import { compose } from '../../src/report/compose.ts'
import { firstLine, htmlOf } from '../../src/morning/static-page.tsx'
import { markdownOf } from '../../src/report/markdown.ts'
import { reportSchema } from '../../src/report/schema.ts'
import { textOf } from '../../src/report/text.ts'
import { twoSessions } from './nights.ts'

describe('two sessions of one night', () => {
  const report = twoSessions().report()

  test('are what the schema says', () => {
    expect(reportSchema.parse(report)).toEqual(report)
  })

  test.each([
    ['txt', textOf],
    ['md', markdownOf],
    ['html', htmlOf],
  ] as const)('as %s', async (ending, view) => {
    await expect(view(compose(report))).toMatchFileSnapshot(`golden/two-sessions.${ending}`)
  })

  test('offer as an answer what stands whole', () => {
    expect(report.waiting.flatMap(({ choices }) => choices.map(({ text }) => text))).toEqual(['14 days', '30 days'])
  })

  test('the page needs nothing beside it', () => {
    const html = htmlOf(compose(report))
    expect(html.startsWith(firstLine)).toBe(true)
    expect(html).not.toMatch(/<(script|link|img|iframe|object|form)|\son\w+=|\sstyle=|url\(|@import|https?:/)
  })
})
