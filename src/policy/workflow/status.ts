import type { Json } from '../../core/event.ts'
import { entryChecks } from './entry.ts'
import { oneOf, read } from './logic.ts'
import type { State } from './states.ts'
import { reasonOf } from './texts.ts'

/** A text with one line for each state with skills: whether it can be entered now, and why not. */
export function aheadText(states: readonly State[]): Json {
  const targets = states.filter(({ skills }) => skills !== undefined)
  const verdicts = targets.map((target) => [`to-${target.name}`, verdict(target, states)] as const)
  return {
    text: targets.map((target) => line(target, states)).join('\n'),
    with: Object.fromEntries(verdicts),
  }
}

/** The id of the first check that refuses, or an empty text. */
function verdict(target: State, states: readonly State[]): Json {
  const pairs = entryChecks(target, states).flatMap(({ id, when }): Json[] => [when, id])
  return { if: [...pairs, ''] }
}

function line(target: State, states: readonly State[]): string {
  const name = `to-${target.name}`
  const reasons = entryChecks(target, states).map(({ id, why }) => `{{else if (eq ${name} "${id}")}}no: ${why}`)
  const allowed = `yes, by ${(target.skills ?? []).join(', ')}`
  return `- ${target.name}: {{#if (eq ${name} "")}}${allowed}${reasons.join('')}{{/if}}`
}

/** A text with one line for each state that was passed over, with the reason. */
export function passedText(states: readonly State[]): Json {
  const passable = states.filter(({ optional, skip }) => optional === true || skip !== undefined)
  return {
    text: passable.map((state) => `{{#if was-${state.name}}}- ${reasonOf(state)}\n{{/if}}`).join(''),
    with: Object.fromEntries(passable.map(({ name }) => [`was-${name}`, oneOf(name, read('memory.skipped'))])),
  }
}
