import { exactPatterns } from '../core/operators/shell/exact.ts'
import { star } from '../core/operators/shell/pattern.ts'
import { oneLine } from '../runtime/text/visible.ts'
import { isHardCommand, isHardQuestion } from './hard.ts'
import type { Refusal } from './refusal.ts'
import type { Request } from './requests.ts'
import type { Said } from './said.ts'
import type { Way } from './way.ts'

/** What the project's policy says today. */
export interface Today {
  allow: readonly string[]
  hint: string
}

/** The longest hint that is made of a person's words, in UTF-16 units. */
const longestHint = 200

/** Lines that may spare a request, the one that spares most first; or why there is none. Nothing is proved here. */
export function candidatesFor(
  { asked, subject, fingerprint, isAltered }: Request,
  said: Said,
  today: Today,
): readonly Way[] | Refusal {
  if (asked.is === 'call') return []
  if (isAltered) return { is: 'altered' }
  if (said.is === 'never') return { is: 'never' }
  if (asked.is === 'question') {
    if (isHardQuestion(asked.text)) return { is: 'hard' }
    if (said.is !== 'words') return { is: 'open' }
    const answer = asked.isSingle ? asked.options.find((option) => option === said.text.trim()) : undefined
    return answer === undefined
      ? { is: 'words' }
      : [{ is: 'answer', id: `answer-${fingerprint}`, question: subject, answer }]
  }
  if (said.is === 'words') return hintOf(said.text, today)
  if (asked.is === 'permission') {
    const { permission, patterns } = asked
    if (patterns.length === 0 || patterns.some((pattern) => star.test(pattern))) return { is: 'wide-star' }
    return [{ is: 'permission', permission, patterns }]
  }
  return forCommand(asked.command, said, today)
}

function hintOf(words: string, { hint }: Today): readonly Way[] | Refusal {
  const text = words.trim()
  const fits = hint === '' && text.length <= longestHint && oneLine(text) === text
  return fits ? [{ is: 'hint', text }] : { is: 'words' }
}

function forCommand(command: string, said: Said, { allow }: Today): readonly Way[] | Refusal {
  const exact = exactPatterns(command, allow)
  switch (exact.is) {
    case 'star':
      return { is: 'wide-star' }
    case 'open':
      return { is: 'inexact' }
    case 'patterns':
      break
    default:
      return exact satisfies never
  }
  const { patterns } = exact
  if (patterns.length === 0) return []
  // To change the folder is nothing that a person is asked for.
  const wanted = patterns.filter((pattern) => !pattern.startsWith('cd '))
  const ask: Way = { is: 'ask', patterns: wanted.length > 0 ? wanted : patterns }
  if (isHardCommand(command)) return said.is === 'allowed' ? { is: 'hard' } : [ask]
  const pass: Way = { is: 'allow', patterns }
  return said.is === 'allowed' ? [pass] : [pass, ask]
}
