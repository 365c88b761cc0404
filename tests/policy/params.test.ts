import { describe, expect, test } from 'vitest'
import { readParam, shownParam } from '../../src/policy/compile/params.ts'
import type { ParamDocument } from '../../src/policy/schema/parts.ts'

const good: [ParamDocument, unknown][] = [
  [{ type: 'duration', default: '1h30m' }, 5_400_000],
  [{ type: 'time', default: '07:00' }, '07:00'],
  [{ type: 'list', default: 'npm test *', of: 'command' }, ['npm test *']],
  [{ type: 'list', default: [] }, []],
  [{ type: 'list', default: 'a', minItems: 1 }, ['a']],
  [{ type: 'integer', default: 3, min: 3, max: 3 }, 3],
  [{ type: 'number', optional: true }, null],
  [{ type: 'enum', values: ['a', 'b'], default: 'b' }, 'b'],
  [{ type: 'map', default: { a: [1] } }, { a: [1] }],
]

const bad: [ParamDocument, string][] = [
  [{ type: 'duration', default: 300 }, 'such as "30s"'],
  [{ type: 'duration', default: '300' }, 'such as "30s"'],
  [{ type: 'time', default: '7:00' }, 'such as "07:00"'],
  [{ type: 'time', default: '24:00' }, 'such as "07:00"'],
  [{ type: 'boolean', default: 'off' }, 'true or false'],
  [{ type: 'integer', default: 1.5 }, 'a whole number'],
  [{ type: 'integer', default: 2, min: 3 }, 'at least 3'],
  [{ type: 'integer', default: 0, min: 1, max: 500 }, 'at least 1'], // F2-07: a run without a bound
  [{ type: 'integer', default: 4, max: 3 }, 'at most 3'],
  [{ type: 'enum', values: ['a', 'b'], default: 'c' }, 'allowed are a, b'],
  [{ type: 'list', default: ['DONE'], minLength: 6 }, '6 characters or more'],
  [{ type: 'list', default: ['        '], minLength: 6 }, '6 characters or more'], // F1-04
  [{ type: 'list', default: ['x'.padEnd(6)], minLength: 6 }, '6 characters or more'],
  [{ type: 'list', default: [], minItems: 1 }, '1 entry or more'], // F1-04: no marker at all
  [{ type: 'list', default: 'a', minItems: 2 }, '2 entries or more'],
  [{ type: 'string', default: '   ', minLength: 2 }, '2 characters or more'],
  [{ type: 'list', default: ['src/\b*'], of: 'glob' }, 'no control characters'],
  [{ type: 'list', default: [1] }, 'each entry is a text'],
  [{ type: 'map', default: [1] }, 'a map is wanted'],
  [{ type: 'string' }, 'not optional'],
]

describe('readParam', () => {
  test.each(good)('reads %j', (param, value) => {
    expect(readParam(param)).toEqual({ ok: true, value })
  })

  test.each(bad)('refuses %j', (param, why) => {
    const read = readParam(param)
    expect(read.ok ? '' : read.message).toContain(why)
  })
})

test('texts see a duration as people write it', () => {
  expect(shownParam({ type: 'duration' }, 300_000)).toBe('5m')
  expect(shownParam({ type: 'duration', optional: true }, null)).toBeNull()
})
