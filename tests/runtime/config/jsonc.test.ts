import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonc } from '../../../src/runtime/config/jsonc.ts'

const read = (text: string) => parseJsonc(text)

describe('JSON as OpenCode reads its settings', () => {
  it('may have comments and commas before a closing bracket', () => {
    const text = '\uFEFF{ // one, }\n  "a": [1, /* two ] */ 2,\n  ],\n  "b": { "c": "x", },\n} // end'
    expect(read(text)).toEqual({ ok: true, value: { a: [1, 2], b: { c: 'x' } } })
  })

  it('has no comments inside strings', () => {
    const value = { 'a//b': 'http://x/*y*/', c: ',]', d: '\\"//', e: '"' }
    expect(read(JSON.stringify(value))).toEqual({ ok: true, value })
  })

  it('names the line of a fault, and does not quote it', () => {
    expect(read('{\n  "a": 1,\n  /* x\n */ "b": }\n')).toMatchObject({ ok: false })
    expect(read('{\n  "token": "hunter2"\n  "b": 1\n}')).toEqual({ ok: false, line: 3 })
    expect(JSON.stringify(read('{ "password": hunter2 }'))).not.toContain('hunter')
    for (const broken of ['', '{', '[1 2]', '{"a": "x}', '{} /', ',', '{,}x']) expect(read(broken).ok).toBe(false)
  })

  it('is looked through once, however many quotes have no end', () => {
    expect(read(`{ "a": "${'\\"'.repeat(400_000)}`).ok).toBe(false)
    expect(read(`{\n"a: 1, // x\n"b": 2 }`)).toMatchObject({ ok: false })
  })

  it('reads whatever JSON can say, with comments between all tokens', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, wide) => {
        const text = JSON.stringify(value, null, wide ? 1 : 0)
        const commented = wide ? text.replace(/\n/g, ' // "\n/* \' } */') : text
        expect(read(commented)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })
})
