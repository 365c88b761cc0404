import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose } from '../../src/report/compose.ts'
import type { Block, Document, Inline, Lane, Line, SessionRow } from '../../src/report/document.ts'
import { htmlOf } from '../../src/morning/static-page.tsx'
import { markdownOf } from '../../src/report/markdown.ts'
import type { Report } from '../../src/report/schema.ts'
import { textOf } from '../../src/report/text.ts'
import { tell, twoSessions } from './nights.ts'

const document = compose(twoSessions().report())

/** The document with other words in all places where an agent's or a person's stand. */
function withTexts(given: Document, give: (text: string) => string): Document {
  const part = (one: Inline): Inline =>
    one.is === 'said' || one.is === 'code' ? { ...one, text: give(one.text) } : one
  const lineOf = (line: Line): Line => line.map(part)
  const block = (one: Block): Block => {
    switch (one.is) {
      case 'line':
        return { ...one, line: lineOf(one.line) }
      case 'list':
        return { ...one, items: one.items.map(lineOf) }
      case 'options':
        return { ...one, items: one.items.map((item) => ({ ...item, line: lineOf(item.line) })) }
      case 'sessions': {
        const row = (each: SessionRow) => ({
          ...each,
          title: give(each.title),
          request: each.request === null ? null : give(each.request),
          evidence: lineOf(each.evidence),
        })
        return { ...one, rows: one.rows.map(row) }
      }
      case 'voice':
        return { ...one, text: give(one.text) }
      case 'commands':
        return { ...one, texts: one.texts.map(give) }
      case 'card':
        return { ...one, title: lineOf(one.title), blocks: one.blocks.map(block) }
      case 'files':
        return { ...one, rows: one.rows.map((row) => ({ ...row, path: give(row.path) })) }
      case 'timeline': {
        const mark = (each: Lane['marks'][number]) => ({ ...each, text: give(each.text) })
        const lanes = one.lanes.map((lane) => ({ ...lane, title: give(lane.title), marks: lane.marks.map(mark) }))
        return { ...one, lanes }
      }
      case 'moments': {
        const said = (text: string | null) => (text === null ? null : give(text))
        return { ...one, rows: one.rows.map((row) => ({ ...row, said: said(row.said), title: give(row.title) })) }
      }
    }
  }
  return {
    ...given,
    about: lineOf(given.about),
    outcome: given.outcome.map(lineOf),
    sections: given.sections.map((section) => ({ ...section, blocks: section.blocks.map(block) })),
  }
}

const nasty = [
  '# heading',
  '\n# heading\n\n- list\n\n```\nout\n```\n',
  '</q></code></pre><script>alert(1)</script><img src=x onerror=alert(1)>',
  '"><b>"',
  "' onclick='x",
  '[link](https://evil.example) ![i](http://evil.example/x.png) <https://evil.example> www.evil.example a@evil.example',
  '`` ` ```',
  '\\`',
  '\u001b[31mred\u001b[0m\u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007',
  'a\u202eb\u2066c\u200bd\ufeff',
  '\r\nx\ry\u0085z\u2028w\u2029v\u0000\u0007\u0008\u007f\u009b',
  '“ended” — verified by `npm test`',
  '&lt;b&gt; &amp; &#60;script&#62;',
  '---\n===\n| a | b |\n|---|---|',
  '<!-- --> ]]> <![CDATA[',
  '~~~\n~~~',
  '',
  '   ',
]
const hostile = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...nasty, ' ', '\n'), { maxLength: 6 }).map((parts) => parts.join('')),
  fc.constantFrom(...nasty).map((text) => text.repeat(Math.ceil(10_000 / Math.max(1, text.length)))),
)
const runs = { numRuns: 150 }

/** What is left of a Markdown text without what stands in fences and code spans, where nothing is markup. */
function skeleton(markdown: string): string {
  const lines: string[] = []
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    const found: string | undefined = /^(`{3,})(?:text)?$/.exec(line)?.[1]
    if (fence === null && found !== undefined) {
      fence = found
      lines.push('FENCE')
    } else if (fence === null) lines.push(line.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, 'SPAN'))
    else if (line === fence) fence = null
  }
  expect(fence).toBe(null)
  return lines.join('\n')
}

const tags = (html: string): string[] => html.match(/<[^>]*>/g) ?? []

describe('what others wrote', () => {
  test('is never a tag or an attribute of the page', () => {
    const wanted = tags(htmlOf(document))
    const check = (text: string): void => {
      const html = htmlOf(withTexts(document, () => text))
      expect(tags(html)).toEqual(wanted)
      expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/)
    }
    for (const text of nasty) check(text)
    fc.assert(fc.property(hostile, check), runs)
  })

  test('is never markup, a link or a heading of Markdown', () => {
    const wanted = skeleton(markdownOf(document))
    const check = (text: string): void => {
      expect(skeleton(markdownOf(withTexts(document, () => text)))).toBe(wanted)
    }
    for (const text of nasty) check(text)
    fc.assert(fc.property(hostile, check), runs)
  })

  test('never moves a cursor, turns a line, begins one or ends its quote', () => {
    const wanted = textOf(document).split('\n').length
    const check = (text: string): void => {
      const shown = textOf(withTexts(document, () => text))
      expect(shown.split('\n').length).toBe(wanted)
      expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b]/)
      const quotes = shown.match(/[“”]/g) ?? []
      expect(quotes.every((mark, at) => mark === (at % 2 === 0 ? '“' : '”'))).toBe(true)
    }
    for (const text of nasty) check(text)
    fc.assert(fc.property(hostile, check), runs)
  })
})

/** A night whose agent writes ten thousand characters wherever it can. */
function hostileNight(text: string): Report {
  const { stage, send, report } = tell()
  stage.session('S1', { title: text })
  send('S1', 'user.wrote', { text })
  send('S1', 'tool.finished', { tool: 'write', call: 'c1', ok: true, changed: true, wrote: [text] })
  send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: `rm ${text}` })
  send('S1', 'question.asked', { request: 'q1', questions: [{ question: text, options: [text, `other ${text}`] }] })
  send('S1', 'turn.failed', { kind: 'network', message: text, retryable: true })
  send('S1', 'turn.ended', { text: `${text} BLOCKER_DIVERTER_DONE!` })
  return report()
}

test('a hostile night of 10 kB texts is short, told in all views and keeps its secrets', () => {
  const secret = 'npm_0123456789abcdefghijklmnopqrstuvwxyz'
  const text = `${secret} ${nasty.join(' ')}`.repeat(20).slice(0, 10_000)
  const report = hostileNight(text)
  expect(JSON.stringify(report).length).toBeLessThan(60_000)
  for (const shown of [
    JSON.stringify(report),
    textOf(compose(report)),
    markdownOf(compose(report)),
    htmlOf(compose(report)),
  ]) {
    expect(shown).not.toContain(secret)
    expect(shown).toContain('[REDACTED:')
  }
  expect(report.waiting.map(({ options, choices }) => [options.length, choices])).toContainEqual([2, []])
  expect(htmlOf(compose(report))).not.toMatch(/<(script|img|b)[\s>]/)
  expect(textOf(compose(report))).toMatch(/\[cut; \d+ characters in all/)
})
