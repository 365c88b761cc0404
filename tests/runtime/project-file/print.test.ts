import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printProject } from '../../../src/runtime/project-file/print.ts'

describe('the text of a project file after a write', () => {
  it('is indented by two spaces and ends with a line break when it is new', () => {
    expect(printProject(null, { a: 1 })).toBe('{\n  "a": 1\n}\n')
    expect(printProject(' \n', { a: 1 })).toBe('{\n  "a": 1\n}\n')
  })

  it.each([
    ['{\n    "a": 1\n}\n', '{\n    "a": 2\n}\n'],
    ['{\n\t"a": 1\n}', '{\n\t"a": 2\n}'],
    ['{"a":1}', '{"a":2}'],
    ['{"a":1}\n', '{"a":2}\n'],
    ['{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 2\r\n}\r\n'],
    ['\uFEFF{"a":1}\n', '\uFEFF{"a":2}\n'],
  ])('keeps indent, line breaks, byte order mark and last line of %j', (before, after) => {
    expect(printProject(before, { a: 2 })).toBe(after)
  })

  it('reads back as what was written, whatever stood there before', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (before, data) => {
        const plain = JSON.parse(JSON.stringify(data))
        expect(JSON.parse(printProject(before, plain).replace(/^\uFEFF/, ''))).toEqual(plain)
      }),
    )
  })
})
