import { expect, test } from 'vitest'
import type { GivenWord } from '../../../src/runtime/answers/give-word.ts'
import { wordText } from '../../../src/runtime/views/word.ts'
import { recordOf } from './record-of.ts'

function typed(view: Parameters<typeof wordText>[0], words: string) {
  const given: [string, GivenWord][] = []
  const text = wordText(view, words, (id, word) => {
    given.push([id, word])
    return {
      result: 'kept',
      entries: [{ root: 'S1', record: recordOf({ id }) }],
      title: 'Which DB?',
      page: id === 'b9' ? 'it is a link' : null,
    }
  })
  return { text, given: given.map(([id, { decision, text: said, via }]) => [id, decision, said, via]) }
}

test.each([
  [
    'answer',
    'b1  Postgres --now,  please ',
    [['b1', 'words', 'Postgres --now,  please', 'command']],
    'b1 is answered: Postgres --now,  please',
  ],
  ['allow', 'B1', [['b1', 'once', null, 'command']], 'b1 is allowed once: Which DB?'],
  ['allow', 'b1 Project', [['b1', 'project', null, 'command']], 'b1 is allowed in this project: Which DB?'],
  ['never', 'b1', [['b1', 'never', null, 'command']], 'b1 is never allowed: Which DB?'],
  [
    'never',
    'b9',
    [['b9', 'never', null, 'command']],
    'b9 is never allowed: Which DB?\nThe answer to b9 is kept, but the page does not show it yet: it is a link',
  ],
  ['answer', 'b1', [], 'Write /blockers answer <id> <your answer>, such as: /blockers answer b1 Postgres'],
  ['answer', '', [], 'Write /blockers answer <id> <your answer>, such as: /blockers answer b1 Postgres'],
  ['allow', 'git push', [], 'Write /blockers allow <id>, for the next time only, or /blockers allow <id> project.'],
  ['allow', 'b1 always', [], 'Write /blockers allow <id>, for the next time only, or /blockers allow <id> project.'],
  ['never', '1', [], 'Write /blockers never <id>.'],
] as const)('%s %j', (view, words, given, text) => {
  expect(typed(view, words)).toEqual({ text, given })
})
