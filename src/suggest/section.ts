import { type Block, code, line, type Section } from '../report/document.ts'
import { oneLine } from '../runtime/text/visible.ts'
import { refusalsText } from './refusal.ts'
import { groundsOf, isWritable, olderText, type Told, wayText } from './text.ts'

/** The list as a page shows it: each line with its grounds, and the command that shows the change and writes it. */
export function suggestionsSection(told: Told): Section {
  const { suggestions, refusals, older, file } = told
  const without = refusalsText(refusals)
  const said = (text: string): Block => ({ is: 'line', line: line(oneLine(text)) })
  return {
    title: 'Suggested lines',
    count: suggestions.length,
    blocks: [
      suggestions.length === 0
        ? said('Nothing is suggested.')
        : {
            is: 'line',
            line: line('For ', code(oneLine(file)), ', each tried on the nights in which it was refused:'),
          },
      ...suggestions.map(
        (one): Block => ({
          is: 'card',
          tone: 'plain',
          title: line(code(oneLine(wayText(one.way)))),
          blocks: [
            { is: 'list', items: groundsOf(one, told).map((text) => line(text)) },
            ...(isWritable(one)
              ? [{ is: 'commands' as const, texts: [`npx opencode-diverter suggest --write ${one.number}`] }]
              : []),
          ],
          ask: null,
        }),
      ),
      ...(without === null ? [] : [said(without)]),
      ...(older === 0 ? [] : [said(olderText(older))]),
    ],
  }
}
