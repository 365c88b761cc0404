import { type EventSpec, events } from '../../core/vocabulary.ts'
import { type Case, type CaseHead, type CaseStep, caseHead, isDerived, mainSession, stepSchemas } from './schema.ts'
import { checkShape } from '../problems/issues.ts'
import { parse } from '../yaml/parse.ts'
import type { Problem } from '../problems/problem.ts'
import { problemAt, problemOfFile } from '../problems/list.ts'
import type { Source } from '../source.ts'
import { listNames, suggest } from '../problems/suggest.ts'
import { child, type MapTree, type Path, placeOf, spanOfKey, type Tree } from '../yaml/tree.ts'

/** A case with the line of each of its steps, or what is wrong with its file. */
export interface ReadCase {
  /** Null if there are problems. */
  test: Case | null
  /** Lines from 1, in the order of the steps. */
  lines: number[]
  /** The line of what stands at a path, or of the nearest thing around it. */
  lineOf: (path: Path) => number
  problems: Problem[]
}

/** True for a file of comments and empty lines. */
export const saysNothing = (text: string): boolean =>
  text.split('\n').every((line) => /^[\s\uFEFF]*(?:#|---\s*$|$)/.test(line))

/** Reads a case file. */
export function readCase(source: Source): ReadCase {
  if (saysNothing(source.text)) {
    const message = 'Cannot run an empty file: a case has a name, policies and steps'
    return { test: null, lines: [], lineOf: () => 0, problems: [problemOfFile(source.name, 'schema', message)] }
  }
  const { tree, problems } = parse(source)
  if (!tree) return { test: null, lines: [], lineOf: () => 0, problems }
  const lineOf = (path: Path): number => placeOf(spanOfKey(tree, path)).line
  const list = child(tree, 'steps')
  const head = checkShape(caseHead, withoutSteps(tree))
  const read = stepTrees(tree, list).map(readStep)
  const steps = read.flatMap(({ step }) => step ?? [])
  const found = [
    ...head.problems,
    ...stepsProblem(tree, list),
    ...read.flatMap((one) => one.problems),
    ...(head.value === null ? [] : strangers(tree, head.value)),
  ]
  if (head.value === null || found.length > 0) return { test: null, lines: [], lineOf, problems: found }
  return { test: { ...head.value, steps }, lines: read.map(({ line }) => line), lineOf, problems: [] }
}

/** Each step is read by its own schema, so that a fault in it is told for that step and no other. */
function withoutSteps(tree: Tree): Tree {
  if (tree.kind !== 'map') return tree
  return { ...tree, entries: new Map([...tree.entries].filter(([key]) => key !== 'steps')) }
}

const stepTrees = (tree: Tree, list: Tree | null): Tree[] =>
  tree.kind === 'map' && list?.kind === 'list' ? list.items : []

function stepsProblem(tree: Tree, list: Tree | null): Problem[] {
  if (tree.kind !== 'map' || (list?.kind === 'list' && list.items.length > 0)) return []
  const message = 'Cannot run a case without steps: write steps: with a list of what happens'
  return [problemAt(placeOf(list?.at ?? tree.at), 'schema', message)]
}

interface ReadStep {
  step: CaseStep | null
  line: number
  problems: Problem[]
}

function readStep(tree: Tree): ReadStep {
  const place = placeOf(tree.at)
  const { line } = place
  const wrong = (message: string, at = place): ReadStep => ({
    step: null,
    line,
    problems: [problemAt(at, 'schema', message)],
  })
  if (tree.kind !== 'map') return wrong('Cannot use this as a step: write a map such as { says: "All done." }')
  const keys = [...tree.entries.keys()]
  const doing = keys.filter((key) => stepSchemas.has(key))
  const [name, second] = doing
  if (name === undefined) return unknownStep(tree, keys, wrong)
  if (second !== undefined) {
    const at = placeOf(spanOfKey(tree, [second]))
    return wrong(`Cannot do ${doing.join(' and ')} in one step: write a step for each`, at)
  }
  const impossible = [...impossibleExpectations(tree, name), ...emptyExpectations(tree)]
  if (impossible.length > 0) return { step: null, line, problems: impossible }
  const schema = stepSchemas.get(name)
  if (schema === undefined) return unknownStep(tree, keys, wrong)
  const { value, problems } = checkShape(schema, tree)
  return { step: value, line, problems }
}

/** Sessions that steps and the world name, though the case does not have them: nothing happens in those. */
function strangers(tree: Tree, head: CaseHead): Problem[] {
  const known = [mainSession, ...Object.keys(head.world?.sessions ?? {})]
  const world = child(tree, 'world')
  const sessions = childrenOf(world === null ? null : child(world, 'sessions'))
  const busy = world === null ? null : child(world, 'busy')
  const named = [
    ...stepTrees(tree, child(tree, 'steps')).map((step) => child(step, 'session')),
    ...sessions.map((session) => child(session, 'parent')),
    ...(busy?.kind === 'list' ? busy.items : []),
  ]
  return named.flatMap((name) => {
    const id = name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : null
    if (name === null || id === null || known.includes(id)) return []
    const message = `Cannot use the session "${id}": write it under world.sessions; there are ${listNames(known)}`
    return [problemAt(placeOf(name.at), 'schema', message)]
  })
}

const childrenOf = (tree: Tree | null): Tree[] =>
  tree?.kind === 'map' ? [...tree.entries.values()].map(({ value }) => value) : []

/** Keys that say more of a step, whatever it does. */
const besides = ['session', 'times', 'expect']

function unknownStep(
  tree: MapTree,
  keys: readonly string[],
  wrong: (message: string, at?: ReturnType<typeof placeOf>) => ReadStep,
): ReadStep {
  const meant = keys.find((key) => !besides.includes(key))
  const names = [...stepSchemas.keys()]
  if (meant === undefined)
    return wrong(
      'Cannot do anything in this step: name an event, or one of says, wait, clock, suspend, edit, answer, spent, todos, busy',
    )
  if (isDerived(meant))
    return wrong(
      `Cannot use the step "${meant}": the engine raises it itself; let happen what it follows from, and expect its rules`,
      placeOf(spanOfKey(tree, [meant])),
    )
  const hint = suggest(meant, names) || `; allowed are ${listNames(names)}`
  return wrong(
    `Cannot use the step "${meant}": there is no such event or short form${hint}`,
    placeOf(spanOfKey(tree, [meant])),
  )
}

/** In these steps anything may happen that was due. */
const letsTimePass: readonly string[] = ['wait', 'clock', 'suspend']

/** Expectations that no step of this kind can meet or fail. */
function impossibleExpectations(tree: MapTree, name: string): Problem[] {
  const expect = child(tree, 'expect')
  if (expect?.kind !== 'map') return []
  const refusals: [string, string][] = [
    ...(!letsTimePass.includes(name) && verdictsOf(name).length === 0
      ? ['verdict', 'by'].map((key): [string, string] => [key, `nothing asks for a verdict in ${name}; ${instead}`])
      : []),
    ...(raisesNothing.includes(name)
      ? [['effects', `${name} is no event; write effects at the event that has them, or says`] as [string, string]]
      : []),
  ]
  return refusals.flatMap(([key, why]) =>
    expect.entries.has(key)
      ? [problemAt(placeOf(spanOfKey(expect, [key])), 'schema', `Cannot expect ${key} here: ${why}`)]
      : [],
  )
}

/** Expectations that nothing is held against. */
function emptyExpectations(tree: MapTree): Problem[] {
  const expect = child(tree, 'expect')
  const file = expect === null ? null : child(expect, 'file')
  return [expect, file].flatMap((one) => {
    if (one?.kind !== 'map' || one.entries.size > 0) return []
    const what = one === file ? 'file' : 'expect'
    return [problemAt(placeOf(one.at), 'schema', `Cannot expect nothing: leave ${what} out, or write what must hold`)]
  })
}

const instead = 'expect rules, run or says'
/** Short forms that are no event and bring none. Time that passes may bring one. */
const raisesNothing = ['edit', 'answer', 'busy']

function verdictsOf(name: string): readonly string[] {
  const type = Object.keys(events).find((each): each is keyof typeof events => each === name)
  if (type === undefined) return []
  const spec: EventSpec = events[type]
  return spec.verdicts ?? []
}
