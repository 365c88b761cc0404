import { type Block, code, line, type Section } from '../report/document.ts'
import { oneLine } from '../runtime/text/visible.ts'
import { type CountedRefusal, refusalsText } from './refusal.ts'
import { olderText } from './text.ts'

/** The list as `suggest --json` writes it, as far as a page shows it. */
export interface Listed {
  file: string
  older: number
  suggestions: readonly { number: number; line: string; grounds: readonly string[]; writable: boolean }[]
  notSuggested: readonly CountedRefusal[]
}

/** The list as a page shows it: each line with its grounds, and the command that shows the change and writes it. */
export function suggestionsSection({ suggestions, notSuggested, older, file }: Listed): Section {
  const without = refusalsText(notSuggested)
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
        ({ number, line: suggested, grounds, writable }): Block => ({
          is: 'card',
          tone: 'plain',
          title: line(code(oneLine(suggested))),
          blocks: [
            { is: 'list', items: grounds.map((text) => line(text)) },
            ...(writable
              ? [{ is: 'commands' as const, texts: [`npx opencode-diverter suggest --write ${number}`] }]
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
