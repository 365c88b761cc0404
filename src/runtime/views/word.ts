import type { GivenWord } from '../answers/give-word.ts'
import { heardText, problemText } from '../answers/heard-text.ts'
import type { Answered } from '../runtime.ts'

type Wish = { id: string; word: GivenWord } | { usage: string }

const usage = {
  answer: 'Write /blockers answer <id> <your answer>, such as: /blockers answer b1 Postgres',
  allow: 'Write /blockers allow <id>, for the next time only, or /blockers allow <id> project.',
  never: 'Write /blockers never <id>.',
} as const

/** A person's word on an entry by a command, which asks no model. */
export function wordText(
  view: keyof typeof usage,
  words: string,
  give: (id: string, word: GivenWord) => Answered,
): string {
  const wish = wishOf(view, words.trim())
  if ('usage' in wish) return wish.usage
  const answered = give(wish.id, wish.word)
  const text = heardText(wish.id, answered, wish.word, `/blockers allow ${wish.id}`)
  const problem = answered.result === 'kept' ? problemText(wish.id, answered) : null
  return problem === null ? text : `${text}\n${problem}`
}

function wishOf(view: keyof typeof usage, words: string): Wish {
  const [first = '', ...rest] = words.split(/\s+/)
  const id = first.toLowerCase()
  const behind = words.slice(first.length).trim()
  const wrong: Wish = { usage: usage[view] }
  if (!/^[a-z]\d+$/.test(id)) return wrong
  const word = (decision: GivenWord['decision'], text: string | null): Wish => ({
    id,
    word: { decision, text, via: 'command', by: null },
  })
  switch (view) {
    case 'answer':
      return behind === '' ? wrong : word('words', behind)
    case 'allow': {
      const reach = (rest[0] ?? 'once').toLowerCase()
      return reach === 'once' || reach === 'project' ? word(reach, null) : wrong
    }
    case 'never':
      return word('never', null)
    default:
      view satisfies never
      return wrong
  }
}
