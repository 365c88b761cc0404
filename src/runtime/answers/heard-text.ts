import type { WordDecision } from '../../core/vocabulary.ts'
import { cut } from '../text/cut.ts'
import { oneLine } from '../text/visible.ts'
import type { Answered } from '../runtime.ts'
import type { GivenWord, Heard } from './give-word.ts'

const longest = 300

/** What becomes of an entry by each decision: of one, of several. */
const becomes: Readonly<Record<WordDecision, readonly [string, string]>> = {
  words: ['is answered', 'are answered'],
  once: ['is allowed once', 'are allowed once'],
  project: ['is allowed in this project', 'are allowed in this project'],
  never: ['is never allowed', 'are never allowed'],
  skip: ['is put off', 'are put off'],
}

/** What a person hears of their word. `allow` is how to allow a request, where they are. */
export function heardText(id: string, heard: Heard, { decision, text }: GivenWord, allow: string): string {
  if (heard.result === 'refused') return `Cannot answer ${id}: ${heard.why}`
  const [first] = heard.entries
  const ids = heard.entries.map(({ record }) => record.id)
  const [one, several] = becomes[decision]
  const about = decision === 'words' ? (text ?? '') : heard.title
  const said = `${ids.join(', ')} ${ids.length === 1 ? one : several}: ${oneLine(cut(about, longest))}`
  const note =
    decision === 'words' && first?.record.allowable === true
      ? `\nWords allow nothing: ${allow} lets it be tried again.`
      : ''
  return `${said}${note}`
}

/** What a person must know of a word that went wrong; null if nothing did. */
export function problemText(id: string, answered: Answered): string | null {
  if (answered.result === 'refused') return `Cannot answer ${id}: ${answered.why}`
  return answered.page === null
    ? null
    : `The answer to ${id} is kept, but the page does not show it yet: ${answered.page}`
}
