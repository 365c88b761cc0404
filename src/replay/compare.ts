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

/** What differs between the decision of that night and the replayed one. */
export function differencesOf(was: Outcome, would: Outcome): Difference[] {
  if (JSON.stringify([was.verdict, was.effects]) === JSON.stringify([would.verdict, would.effects])) return []
  const found: Difference[] = []
  const add = (what: Difference['what'], before: string, after: string): void => {
    if (before !== after) found.push({ what, was: before, would: after })
  }
  add('verdict', verdictWords(was.verdict), verdictWords(would.verdict))
  add('by', was.verdict.by ?? 'no rule', would.verdict.by ?? 'no rule')
  const gone = without(was.effects, would.effects)
  const added = without(would.effects, was.effects)
  if (gone.length + added.length > 0) found.push({ what: 'effects', was: listWords(gone), would: listWords(added) })
  return found
}

/** A run as it is shown: `armed`, `stopped (done)`. */
export const runWords = ({ state, reason }: Run): string => (reason === null ? state : `${state} (${reason})`)

function verdictWords(verdict: Verdict): string {
  switch (verdict.outcome) {
    case 'deny':
      return `deny ${quoted(verdict.reason)}`
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

const listWords = (effects: readonly Effect[]): string =>
  effects.length === 0 ? 'nothing' : effects.map(effectWords).join(', ')

/** One effect in a few words. */
export function effectWords(effect: Effect): string {
  switch (effect.effect) {
    case 'prompt':
    case 'reply':
    case 'notify':
    case 'instruct':
      return `${effect.effect} ${quoted(effect.text)}`
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

function quoted(text: string): string {
  const short = cut(oneLine(text), longestText)
  return `"${short}${short.length < oneLine(text).length ? '…' : ''}"`
}
