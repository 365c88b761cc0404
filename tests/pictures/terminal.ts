import { compose } from '../../src/report/compose.ts'
import { textOf } from '../../src/report/text.ts'
import type { Report } from '../../src/report/schema.ts'
import { badge } from '../../src/tui/badge.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Of the report as many lines as make a picture. */
const shownLines = 24
const columns = 108

const colours = { textMuted: '#989ca5', warning: '#e3ab5f', success: '#5fc998' }

/** A page that looks like a terminal: the badge beside the prompt, and how the report begins. */
export function terminalPage(report: Report): string {
  const state = { say: 'state', session: 'S1', on: true, open: report.waiting.length, waits: null } as const
  const { text, color } = badge({ ...state, run: 'stopped', reason: 'budget' }) ?? { text: '', color: 'textMuted' }
  const prompt = `  > Work through TASKS.md tonight${' '.repeat(columns - 36 - text.length)}`
  const lines = textOf(compose(report))
    .split('\n')
    .slice(0, shownLines)
    .map((line) => (line.length > columns ? `${line.slice(0, columns - 1)}…` : line))
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #121316; }
pre { display: inline-block; margin: 0; padding: 20px 24px; color: #eaebed; font: 14px/1.5 "DejaVu Sans Mono", monospace; }
b { font-weight: 400; color: ${colours[color]}; } i { font-style: normal; color: #91adff; }
</style><pre>${escaped(prompt)}<b>${escaped(text)}</b>

<i>$ npx opencode-diverter report</i>
${escaped(lines.join('\n'))}</pre>`
}
