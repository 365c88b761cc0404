import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorText, faultOf, faultText, isFault } from '../../src/fault/fault.ts'
import { redact } from '../../src/runtime/text/redact.ts'

const same = (text: string) => text
const made = (error: unknown) => faultOf('a test', error, null, same)

/** An error as it comes out of a built file. */
function built(message: string, places: readonly string[], Kind: typeof Error = TypeError): Error {
  const error = new Kind(message)
  error.stack = `${Kind.name}: ${message}\n${places.map((place) => `    at ${place}`).join('\n')}`
  return error
}

const here = ['x (file:///home/ada/p/dist/server.js:3:120)', 'y (file:///home/ada/p/dist/server.js:3:500)']

describe('a fault', () => {
  test('has a text with its id, and keeps name, message, places and causes', () => {
    const error = new TypeError('x is null', { cause: built('the file is gone', here) })
    const fault = made(error)
    expect(faultText(fault)).toBe(`x is null (fault ${fault.id})`)
    expect(fault.id).toMatch(/^[0-9a-f]{6}$/)
    expect(fault.error.stack[0]).toContain('fault.test.ts')
    expect(errorText({ ...fault.error, stack: ['at a (b.js:1:2)'] })).toBe(
      [
        'TypeError: x is null',
        '    at a (b.js:1:2)',
        'Caused by TypeError: the file is gone',
        '    at x (file:///home/ada/p/dist/server.js:3:120)',
        '    at y (file:///home/ada/p/dist/server.js:3:500)',
      ].join('\n'),
    )
  })

  test.each([
    ['in another folder', here.map((place) => place.replace('/home/ada/p', 'C:/work'))],
    ['by another way in', [...here, 'z (file:///home/ada/p/dist/server.js:9:9)']],
  ])('is the same %s', (_name, places) => {
    const third = 'w (file:///home/ada/p/dist/server.js:4:4)'
    const [first = '', second = '', ...rest] = places
    expect(made(built('x is null', [first, second, third, ...rest])).id).toBe(
      made(built('x is null', [...here, third])).id,
    )
  })

  test('is another one by name, message, place or cause', () => {
    const others = [
      built('x is null', here),
      built('y is null', here),
      built('x is null', here, Error),
      built('x is null', here.toReversed()),
      Object.assign(built('x is null', here), { cause: new Error('why') }),
    ]
    expect(new Set(others.map((error) => made(error).id)).size).toBe(others.length)
  })

  test.each([
    ['"a"', '"b"'],
    ['line 12', 'line 9'],
    ['/home/ada/x.md is odd', '/tmp/y.md is odd'],
    [`at 'x'`, `at 'a longer one'`],
  ])('is the same for %s and %s', (one, other) => {
    expect(made(built(one, here)).id).toBe(made(built(other, here)).id)
  })

  test('is the same wherever a stack overflows', () => {
    expect(made(built('too deep', here, RangeError)).id).toBe(made(built('too deep', here.slice(1), RangeError)).id)
  })

  test('has its id from what was thrown, and shows it without secrets', () => {
    const secret = 'sk-ant-abcdefghijklmnop123'
    const error = built(`refused ${secret}`, [`f (file:///p/${secret}/dist/server.js:1:2)`])
    error.cause = new Error(`token=${secret}`)
    const clean = faultOf('a test', error, null, redact)
    expect(JSON.stringify(clean)).not.toContain(secret)
    expect(JSON.stringify(clean)).toContain('REDACTED')
    expect(clean.id).toBe(made(error).id)
  })

  test('is blacked out before it is cut', () => {
    const secret = 'sk-ant-abcdefghijklmnop123'
    const text = JSON.stringify(faultOf('a test', new Error(`${'x '.repeat(495)}${secret}`), null, redact))
    expect(text).not.toContain('sk-ant')
  })

  test('is small, whatever is thrown', () => {
    let error = built(
      'm'.repeat(5_000_000),
      Array.from({ length: 500 }, () => 'p'.repeat(5000)),
    )
    for (let depth = 0; depth < 50; depth++) error = Object.assign(built('m'.repeat(9999), here), { cause: error })
    expect(JSON.stringify(made(error)).length).toBeLessThan(30_000)
    const round = new Error('round')
    round.cause = round
    expect(isFault(made(round))).toBe(true)
  })

  test('is made of anything that can be thrown', () => {
    const hostile = new Proxy({}, { get: () => fail(), getPrototypeOf: () => fail() })
    for (const thrown of [undefined, null, 'words', 7n, Symbol('s'), {}, Object.create(null), hostile]) {
      expect(isFault(made(thrown))).toBe(true)
    }
    fc.assert(fc.property(fc.anything(), (thrown) => isFault(JSON.parse(JSON.stringify(made(thrown))))))
    expect(faultText(made('words'))).toMatch(/^words \(fault /)
  })

  test('keeps the first of several errors as its cause', () => {
    const both = new AggregateError([new Error('the first'), new Error('the second')], 'both')
    expect(errorText(made(both).error)).toContain('Caused by Error: the first')
  })
})

function fail(): never {
  throw new Error('reading it throws')
}
