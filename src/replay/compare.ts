import type { Effect, Verdict } from '../core/decision.ts'
import type { Run } from '../core/state.ts'
import { cut, oneLine } from '../core/text.ts'

/** One thing that came out otherwise. */
export interface Difference {
  what: 'event' | 'verdict' | 'by' | 'effects' | 'run'
  was: string
  would: string
}

export interface Outcome {
  verdict: Verdict
  effects: readonly Effect[]
}

const longestText = 100
/** So much of what two long texts share stands before the place where they part. */
const sharedShown = 30

/** What differs between the decision of that night and the replayed one. */
export function differencesOf(was: Outcome, would: Outcome): Difference[] {
  if (JSON.stringify([was.verdict, was.effects]) === JSON.stringify([would.verdict, would.effects])) return []
  const found: Difference[] = []
  const add = (what: Difference['what'], was: string, would: string): void => {
    if (was !== would) found.push({ what, was, would })
  }
  add('verdict', verdictWords(was.verdict, would.verdict), verdictWords(would.verdict, was.verdict))
  add('by', was.verdict.by ?? 'no rule', would.verdict.by ?? 'no rule')
  const gone = without(was.effects, would.effects)
  const added = without(would.effects, was.effects)
  if (gone.length + added.length > 0)
    found.push({ what: 'effects', was: listWords(gone, added), would: listWords(added, gone) })
  return found
}

/** A run as it is shown: `armed`, `stopped (done)`. */
export const runWords = ({ state, reason }: Run): string => (reason === null ? state : `${state} (${reason})`)

function verdictWords(verdict: Verdict, other: Verdict): string {
  switch (verdict.outcome) {
    case 'deny':
      return `deny ${quoted(verdict.reason, other.outcome === 'deny' ? other.reason : '')}`
    case 'ask':
      return verdict.for === null ? 'ask' : `ask for ${verdict.for} ms`
    case 'allow':
    case 'pass':
      return verdict.outcome
  }
}

/** The effects of one list that the other has not, each as often as it stands there. */
function without(effects: readonly Effect[], others: readonly Effect[]): Effect[] {
  const left = others.map((effect) => JSON.stringify(effect))
  return effects.filter((effect) => {
    const at = left.indexOf(JSON.stringify(effect))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Each beside the one of its kind that stands in its place in the other list. */
function listWords(effects: readonly Effect[], others: readonly Effect[]): string {
  if (effects.length === 0) return 'nothing'
  const ofKind = (list: readonly Effect[], { effect }: Effect): Effect[] => list.filter((one) => one.effect === effect)
  return effects.map((one) => effectWords(one, ofKind(others, one)[ofKind(effects, one).indexOf(one)])).join(', ')
}

/** One effect in a few words, with the place in its text that is not as in the other effect's. */
export function effectWords(effect: Effect, other?: Effect): string {
  switch (effect.effect) {
    case 'prompt':
    case 'reply':
    case 'notify':
    case 'instruct':
      return `${effect.effect} ${quoted(effect.text, other !== undefined && 'text' in other ? other.text : '')}`
    case 'answer':
      return `answer ${quoted(effect.question)} with ${quoted(effect.answer)}`
    case 'show':
      return `show ${effect.view}`
    case 'schedule':
    case 'cancel':
      return `${effect.effect} ${effect.timer}`
    case 'record':
      return `record ${effect.result} ${effect.id ?? ''} ${quoted(effect.title)}`.replace('  ', ' ')
    case 'close':
      return `close ${effect.id} as ${effect.status}`
    case 'pause':
      return `pause (${effect.reason})`
    case 'stop':
      return `stop (${effect.reason}${effect.detail === null ? '' : `: ${oneLine(effect.detail)}`})`
    case 'archive':
      return `archive ${effect.file}`
    case 'abort':
    case 'reconsider':
      return effect.effect
  }
}

/** A text in one line, cut; where the cut would hide how it differs from the other one, from shortly before there on. */
function quoted(text: string, other = ''): string {
  const [line, beside] = [oneLine(text), oneLine(other)]
  const shared = sharedLength(line, beside)
  const from = shared < longestText || line === beside ? 0 : shared - sharedShown
  // Not from the second half of a character.
  const rest = line.slice(from).replace(/^[\udc00-\udfff]/, '')
  const short = cut(rest, longestText)
  return `"${from > 0 ? '…' : ''}${short}${short.length < rest.length ? '…' : ''}"`
}

/** How many characters both begin with. */
function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
