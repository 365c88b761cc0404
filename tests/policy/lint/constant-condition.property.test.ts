import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/core/event.ts'
import { compute, EvaluationError } from '../../../src/core/expression.ts'
import { checkFile } from '../../../src/policy/check-file.ts'
import type { Surroundings } from '../../../src/policy/lint/outcome/evaluate.ts'
import { alwaysCountsAs } from '../../../src/policy/lint/outcome/outcome.ts'
import { declaredIn } from '../../../src/policy/lint/scope.ts'
import { parse } from '../../../src/policy/yaml/parse.ts'
import { plainCondition } from '../../../src/policy/plain-condition.ts'
import { resolvedSchema } from '../../../src/policy/schema.ts'
import { plain } from '../../../src/policy/yaml/tree.ts'

const finishes = ['stop', 'length', 'tool-calls', 'filter', 'unknown']
const kinds = ['small', 'large']
const words = ['', 'a', 'b', 'npm test', 'something else']

const policy = (when: Json) => `version: 1
name: night
params:
  names: { type: list, of: string, default: [a] }
  most: { type: integer, default: 2, min: 1 }
memory:
  seen: { kind: flag }
  kind: { kind: enum, values: [small, large] }
  last: { kind: value }
  recent: { kind: window, span: 5m, max: 3 }
  counts: { kind: map }
  count: { kind: counter }
conditions:
  cut: { "===": [{ var: event.finish }, length] }
rules:
  - { id: asked, events: [turn.ended], when: ${JSON.stringify(when)}, then: [pass] }
  - { id: all, events: [turn.ended], when: { or: [{ cond: cut }, { var: memory.seen }, { "!!": { var: memory.kind } }] }, then: [{ notify: "{{params.names}}" }] }
`
const tree = parse({ name: 'a.yaml', text: policy(true) }).tree
const document = resolvedSchema.parse(tree ? plain(tree) : null)
const surroundings: Surroundings = {
  scope: { rule: 'asked', events: ['turn.ended'], kind: null, names: {}, closed: false },
  declared: declaredIn(document),
  conditions: document.conditions ?? {},
}

/** Any values of the types that the variables have. */
const world = fc
  .record({
    finish: fc.constantFrom(...finishes),
    empty: fc.boolean(),
    text: fc.constantFrom(...words),
    calls: fc.constantFrom(0, 1, 2, 3, 7),
    startedAt: fc.constantFrom(null, 0, 1, 2, 5000),
    seen: fc.boolean(),
    kind: fc.constantFrom(...kinds),
    last: fc.constantFrom<Json>(null, false, true, 0, 1, '', 'a', [], ['a'], {}),
    recent: fc.array(fc.constantFrom<Json>('a', 'b', 1, null), { maxLength: 3 }),
    count: fc.constantFrom(-1, 0, 1, 2, 3),
    names: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    most: fc.constantFrom(0, 1, 2),
  })
  .map(({ finish, empty, text, calls, startedAt, names, most, ...memory }) => ({
    now: 10_000,
    zone: 'UTC',
    event: { finish, empty, text, calls },
    run: { startedAt },
    memory: { ...memory, counts: {} },
    params: { names, most },
  }))

const variable = (...paths: string[]) => fc.constantFrom(...paths.map((path): Json => ({ var: path })))
const literal = fc.constantFrom<Json>(null, true, false, 0, 1, 2, 3, '', 'a', 'b', 'small', 'length', 'npm test')

const call = (operator: string, ...given: fc.Arbitrary<Json>[]): fc.Arbitrary<Json> =>
  fc.tuple(...given).map((values): Json => ({ [operator]: values }))
const many = (operator: string, given: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.array(given, { minLength: 1, maxLength: 3 }).map((values): Json => ({ [operator]: values }))

/** Conditions over these variables; what they compare need not fit together. */
function conditions(values: fc.Arbitrary<Json>, tests: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.letrec<{ test: Json; value: Json; list: Json; leaf: Json }>((tie) => ({
    leaf: fc.oneof(values, literal),
    list: fc.oneof(
      fc.array(tie('leaf'), { maxLength: 3 }),
      fc.array(tie('test'), { maxLength: 2 }),
      many('merge', fc.oneof(tie('leaf'), tie('list'))),
    ),
    value: fc.oneof(
      { depthSize: 'small' },
      tie('leaf'),
      tie('list'),
      call('if', tie('test'), tie('leaf'), tie('leaf')),
      call('count', tie('list')),
      call('first', tie('list')),
    ),
    test: fc.oneof(
      { depthSize: 'small' },
      tests,
      call('!!', tie('value')),
      call('!', fc.oneof(tie('value'), tie('test'))),
      call('===', tie('value'), tie('value')),
      call('!==', tie('value'), tie('value')),
      call('in', tie('leaf'), tie('list')),
      call('<', tie('value'), tie('value')),
      call('>=', tie('value'), tie('value')),
      many('and', tie('test')),
      many('or', tie('test')),
      call('if', tie('test'), tie('test'), tie('test')),
    ),
  })).test
}

const anything = conditions(
  variable(
    'event.finish',
    'event.text',
    'event.calls',
    'run.startedAt',
    'memory.last',
    'memory.recent',
    'memory.counts',
    'memory.count',
    'params.names',
    'params.most',
  ),
  fc.oneof(
    variable('event.empty', 'memory.seen'),
    fc.constantFrom<Json>(
      { cond: 'cut' },
      { runs: [{ var: 'event.text' }, 'npm *'] },
      { runs: [{ var: 'event.text' }, { var: 'params.names' }] },
      { matches: [{ var: 'event.text' }, 'a'] },
      { within: [{ var: 'run.startedAt' }, 1000] },
      { '>': [{ count: [{ var: 'memory.recent' }] }, 3] },
      { '>': [{ count: [{ var: 'memory.recent' }, 'a'] }, 2] },
    ),
  ),
)

/** Those whose every case can be tried. */
const small = conditions(variable('event.finish', 'memory.kind'), variable('event.empty', 'memory.seen'))
const allCases = finishes.flatMap((finish) =>
  kinds.flatMap((kind) =>
    [true, false].flatMap((empty) =>
      [true, false].map((seen) => ({ event: { finish, empty }, memory: { kind, seen } })),
    ),
  ),
)

/** What a condition counts as, as the engine computes it; null if it cannot be computed. */
function countsAs(condition: Json, scope: object): boolean | null {
  try {
    const value = compute(writtenOut(condition), scope)
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  } catch (error) {
    if (error instanceof EvaluationError) return null
    throw error
  }
}

function writtenOut(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(writtenOut)
  if ('cond' in value) return document.conditions?.['cut'] ?? null
  return Object.fromEntries(Object.entries(value).map(([key, given]) => [key, writtenOut(given)]))
}

describe('a condition that lint calls constant', () => {
  test('is the same whatever is read', () => {
    let constant = 0
    fc.assert(
      fc.property(anything, fc.array(world, { minLength: 20, maxLength: 20 }), (condition, worlds) => {
        const always = alwaysCountsAs(condition, surroundings)
        if (always === null) return
        constant += 1
        const outcomes = worlds.map((scope) => countsAs(condition, scope)).filter((each) => each !== null)
        expect(outcomes.filter((each) => each !== always)).toEqual([])
      }),
      { numRuns: 1500 },
    )
    expect(constant).toBeGreaterThan(50)
  })
})

const named = surroundings.conditions
const namesIn = (condition: Json): string[] =>
  [...JSON.stringify(condition).matchAll(/"cond":"([^"]*)"/g)].map(([, name = '']) => name)

describe('a condition that is the same in all its cases', () => {
  const outcomeOf = (condition: Json): boolean | null => {
    const [first = null, ...rest] = allCases.map((each) => countsAs(condition, each))
    return rest.every((each) => each === first) ? first : null
  }

  /** What lint says of the line of the condition. */
  const codesOf = (condition: Json): string[] => {
    const { problems } = checkFile({ name: 'a.yaml', text: policy(condition) }, () => 'there is no such file')
    return problems.filter(({ line }) => line === 16).map(({ code }) => code)
  }

  // Where a condition is wanted a list stands for and, and a text for the name of a condition.
  const written = small.map(plainCondition).filter((condition) => namesIn(condition).every((name) => name in named))

  test('is known to be, as long as its cases are few', () => {
    let constant = 0
    fc.assert(
      fc.property(written, (condition) => {
        const outcome = outcomeOf(condition)
        if (outcome === null) return
        constant += 1
        const always = alwaysCountsAs(condition, surroundings)
        // A comparison with a word that is never there has a check of its own, and a part may be told for the whole.
        const told = ['impossible-comparison', 'constant-condition']
        if (always === null) expect(codesOf(condition).filter((code) => told.includes(code))).not.toEqual([])
        else expect(always).toBe(outcome)
      }),
      { numRuns: 1500 },
    )
    expect(constant).toBeGreaterThan(150)
  })

  test('is found by lint, where it stands', () => {
    fc.assert(
      fc.property(written, (condition) => {
        if (outcomeOf(condition) === null) return
        expect(codesOf(condition)).not.toEqual([])
      }),
      { numRuns: 150 },
    )
  })
})
