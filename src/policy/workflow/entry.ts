import type { Json } from '../../core/event.ts'
import { all, any, entry, exists, is, not, oneOf, read } from './logic.ts'
import {
  at,
  atOneOf,
  enteredHere,
  foldersInText,
  missingText,
  nextSkills,
  outcome,
  passedOver,
  type State,
  skillsToCall,
} from './states.ts'

/** A reason why a state cannot be entered now. */
export interface EntryCheck {
  id: string
  when: Json
  /** A Handlebars text. */
  why: string
  /** A list: the skills to call instead. */
  next: Json
  /** A Handlebars text for what else helps, or an empty one. */
  remedy: string
}

/** Everything that is asked at a call of a skill of `target`, in this order; the first that holds refuses it. */
export function entryChecks(target: State, states: readonly State[]): EntryCheck[] {
  return [
    order(target),
    ...target.before.filter(mustBeEntered).map(elsewhere(states)),
    ...(target.needs ?? []).flatMap((name) => states.filter((state) => state.name === name)).flatMap(needs(states)),
    ...passedOver(target).flatMap(passing(target)),
    ...target.before
      .filter((from) => mustBeEntered(from) && !target.needs?.includes(from.name))
      .flatMap(leaving(states)),
  ]
}

function order(target: State): EntryCheck {
  return {
    id: 'order',
    when: not(atOneOf([target, ...target.before])),
    why: `Cannot ${target.name} during the {{memory.phase}} phase`,
    next: nextSkills,
    remedy: '',
  }
}

/** What may be passed over can be left by anyone; the first state has no skill and was entered by a command. */
const mustBeEntered = (state: State): boolean =>
  state.skills !== undefined && state.optional !== true && state.skip === undefined

/** What another session has left on record or on disk counts here too; without it, the state is entered first. */
const elsewhere =
  (states: readonly State[]) =>
  (from: State): EntryCheck => {
    const left = leftThere(from, states)
    const handedOver = left === null ? [] : [not(left)]
    return {
      id: `elsewhere-${from.name}`,
      when: all(at(from), not(enteredHere(from)), ...handedOver),
      why: `The ${from.name} phase was entered in another session`,
      next: skillsToCall(from),
      remedy: '',
    }
  }

function leftThere(from: State, states: readonly State[]): Json | null {
  const there = outcome(from, states)
  if (from.artifact === undefined || there === null) return from.recorded ?? null
  const recorded = all(exists(entry('memory.artifacts', from.name)), there)
  return from.recorded === undefined ? recorded : any(recorded, from.recorded)
}

const needs =
  (states: readonly State[]) =>
  (needed: State): EntryCheck[] => {
    const there = outcome(needed, states)
    if (there === null) return []
    const { artifact, name } = needed
    const restore =
      artifact === undefined
        ? ''
        : `{{#if (eq memory.phase "${name}")}}${toWrite(needed)}{{else}}put ${artifact} back where it was{{/if}}`
    const remedy = needed.remedy ?? restore
    return [
      {
        id: `needs-${name}`,
        when: not(there),
        why: missingText(needed),
        next: { if: [at(needed), unlessDone(needed, remedy), []] },
        remedy,
      },
    ]
  }

/** A state that lies between must be passable now, also when the target was entered already. */
const passing =
  (target: State) =>
  ({ state, from }: { state: State; from: State[] }): EntryCheck[] => {
    if (state.optional === true) return []
    const check = { id: `requires-${state.name}`, why: missingText(state), remedy: state.remedy ?? '' }
    if (state.skip === undefined) return [{ ...check, when: atOneOf(from), next: skillsToCall(state) }]
    const agreed = all(atOneOf(from), oneOf(state.name, read('memory.skipped')))
    const involved = [...from, state, target]
    return [
      {
        ...check,
        when: all(atOneOf(involved), not(any(agreed, state.skip.when))),
        next: ifAt([...from, state], state),
      },
    ]
  }

const leaving =
  (states: readonly State[]) =>
  (from: State): EntryCheck[] => {
    const there = outcome(from, states)
    if (there === null) return []
    return [
      {
        id: `from-${from.name}`,
        when: all(at(from), not(there)),
        why: missingText(from),
        next: unlessDone(from, from.remedy ?? toWrite(from)),
        remedy: from.remedy ?? toWrite(from),
      },
    ]
  }

/** Nobody is sent back to the skill that has just run, where something else can be done. */
const unlessDone = (state: State, remedy: string): Json =>
  remedy === '' ? skillsToCall(state) : { if: [enteredHere(state), [], skillsToCall(state)] }

/** What the skill was to leave. */
const toWrite = ({ artifact }: State): string =>
  artifact === undefined ? '' : `write ${artifact} (allowed are ${foldersInText}), or say which file it is`

/** The skills of a state where they can still be called. */
function ifAt(states: readonly State[], state: State): Json {
  const here = states.length === 1 ? is(read('memory.phase'), state.name) : atOneOf(states)
  return { if: [here, skillsToCall(state), []] }
}
