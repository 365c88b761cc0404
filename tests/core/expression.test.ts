import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/event.ts'
import {
  checkExpression,
  compute,
  EvaluationError,
  holds,
  operatorNames,
  operators,
  type Scope,
} from '../../src/core/expression.ts'

const v = (path: string): Json => ({ var: path })
const now = Date.parse('2026-11-28T02:00:00Z')
const scope: Scope = {
  event: {
    type: 'permission.asked',
    permission: 'bash',
    command: 'npm test',
    paths: ['src/a.ts'],
    input: {},
    url: null,
  },
  memory: { divert: true, denied: ['x', 'y', 'x'], written: { specify: ['spec.md'] } },
  params: { allow: ['npm test *'], span: 60_000, marker: ['ALL_DONE'] },
  session: { depth: 0, agent: 'build' },
  run: { state: 'armed', startedAt: now - 30_000 },
  now,
  zone: 'UTC',
}

describe('compute', () => {
  it.each([
    [v('event.permission'), 'bash'],
    [{ if: [{ '===': [v('run.state'), 'armed'] }, 1, 2] }, 1],
    [{ in: [v('event.permission'), ['bash', 'edit']] }, true],
    [{ count: [v('memory.denied'), 'x'] }, 2],
    [{ merge: [{ get: [v('memory.written'), 'specify'] }, { get: [v('memory.written'), 'plan'] }] }, ['spec.md']],
    [{ first: [v('event.paths')] }, 'src/a.ts'],
    [{ without: [['a', 'b', 'a', null], { merge: ['a', null] }] }, ['b', null]],
    [{ first: [{ without: [['a'], ['a']] }] }, null],
    [{ '*': [v('params.span'), 2] }, 120_000],
    [{ runs: [v('event.command'), 'npm *'] }, true],
    [{ runsOnly: [v('event.command'), v('params.allow')] }, true],
    [{ glob: [v('event.paths'), 'src/**'] }, true],
    [{ globOnly: [v('event.paths'), 'src/**'] }, true],
    [{ pick: [v('event.paths'), 'src/**'] }, ['src/a.ts']],
    [{ paths: ['see `docs/x.md`.'] }, ['docs/x.md']],
    [{ matches: [v('event.command'), '^npm'] }, true],
    [{ marker: ['ALL_DONE', v('params.marker'), 'sentence'] }, true],
    [{ mentions: ['not ALL_DONE yet', v('params.marker')] }, true],
    [{ within: [v('run.startedAt'), v('params.span')] }, true],
    [{ past: ['02:00', v('run.startedAt')] }, true],
    [{ resetTime: ['try again in 5m', v('now')] }, now + 300_000],
    [{ '!': [v('event.url')] }, true],
    [{ '!!': [[]] }, false],
    [{ min: [3, 1, 2] }, 1],
    ['a literal', 'a literal'],
    [null, null],
    [
      ['a', v('session.agent')],
      ['a', 'build'],
    ],
  ] as [Json, Json][])('computes %j', (expression, expected) => {
    expect(checkExpression(expression)).toEqual([])
    expect(compute(expression, scope)).toEqual(expected)
  })

  it('reads own properties only, and what is missing is null', () => {
    for (const path of [
      'constructor',
      '__proto__',
      'event.constructor',
      'event.paths.length',
      'event.command.length',
      'event.nothing.deep',
      'toString',
    ])
      expect(compute(v(path), scope)).toBeNull()
  })

  it('reads a fact only when the expression gets there', () => {
    const reads: string[] = []
    const facts = Object.defineProperty({}, 'open', {
      enumerable: true,
      get: () => {
        reads.push('open')
        return { total: 2 }
      },
    })
    const expression = { and: [v('memory.divert'), { '>': [v('facts.open.total'), 1] }] }
    expect(holds({ and: [false, expression] }, { ...scope, facts })).toBe(false)
    expect(reads).toEqual([])
    expect(holds(expression, { ...scope, facts })).toBe(true)
    expect(reads).toEqual(['open'])
  })

  it('does not compute what a value brings', () => {
    const brought = { var: 'params.allow' }
    expect(compute(v('event.input'), { ...scope, event: { input: brought } })).toEqual(brought)
  })

  it('F8-17: a comparison with null is an error and never true', () => {
    expect(() => compute({ '<': [v('event.nothing'), 3] }, scope)).toThrow(EvaluationError)
  })

  it('a failing fact is an error of the condition', () => {
    const facts = Object.defineProperty({}, 'open', {
      get: () => {
        throw new Error('the disk is gone')
      },
    })
    expect(() => compute(v('facts.open'), { ...scope, facts })).toThrow(
      new EvaluationError('Cannot compute the condition: the disk is gone'),
    )
  })

  it('refuses a condition that was not written out and operators that do not exist', () => {
    expect(() => compute({ cond: 'diverting' }, scope)).toThrow('not written out')
    expect(() => compute({ unheard: [1] }, scope)).toThrow(EvaluationError)
  })
})

describe('holds', () => {
  it('wants true or false', () => {
    expect(holds({ '===': [1, 1] }, scope)).toBe(true)
    for (const expression of [v('event.command'), { and: [v('event.url'), true] }, 1, null, [], { count: [[]] }])
      expect(() => holds(expression, scope)).toThrow('A condition must be true or false, got')
  })
})

describe('checkExpression', () => {
  it.each([
    ['==', { '==': [1, 1] }, 'Cannot use the operator "=="'],
    ['some', { some: [[], true] }, '"some"'],
    ['map', { map: [[], 1] }, '"map"'],
    ['log', { log: 'x' }, '"log"'],
    ['the short form of if', { '?:': [1, 2, 3] }, '"?:"'],
    ['an inherited name', { constructor: [1] }, '"constructor"'],
    ['a dotted name', { 'var.call': [1] }, '"var.call"'],
    ['two operators in a map', { '===': [1, 1], '!': [1] }, 'exactly one'],
    ['an empty map', {}, 'exactly one'],
    ['too few values', { '===': [1] }, 'with 1 values: allowed are 2'],
    ['too many values', { '>': [1, 2, 3] }, 'with 3 values: allowed are 2'],
    ['an empty and', { and: [] }, '1 or more'],
    ['an if without its end', { if: [true, 1, false, 2] }, 'a value for all else'],
    ['a path that is computed', { var: [{ var: 'x' }] }, 'written out as text'],
    ['the whole scope', { var: '' }, 'written out as text'],
    ['a fault inside', { and: [{ or: [{ '!=': [1, 2] }] }] }, '"!="'],
  ] as [string, Json, string][])('refuses %s', (_what, expression, message) => {
    expect(checkExpression(expression).join('\n')).toContain(message)
  })

  it('bounds depth and size', () => {
    let deep: Json = true
    for (let level = 0; level < 40; level += 1) deep = { '!': [deep] }
    expect(checkExpression(deep).join()).toContain('32 levels')
    expect(checkExpression({ merge: Array(600).fill(1) }).join()).toContain('500 parts')
    expect(checkExpression({ merge: Array(400).fill(1) })).toEqual([])
  })
})

describe('operators', () => {
  it('are one closed list, each with an argument kind for every place', () => {
    expect([...operatorNames]).toEqual(Object.keys(operators))
    for (const { min, max, takes } of Object.values(operators)) {
      expect(min).toBeGreaterThan(0)
      expect(max === null || max >= min).toBe(true)
      expect(takes.length).toBeGreaterThan(0)
    }
  })
})
