import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileFact } from '../../../src/runtime/facts/file.ts'
import { liveLabels } from '../../../src/runtime/facts/labels.ts'
import { nodeFiles } from '../../../src/runtime/files/node-files.ts'

const within = ['.opencode/specs/**/*.md']
const files = nodeFiles()
let root = ''

beforeEach(() => {
  root = files.real(mkdtempSync(join(tmpdir(), 'facts-')))
  mkdirSync(join(root, '.opencode/specs/x'), { recursive: true })
  mkdirSync(join(root, 'other'))
  writeFileSync(join(root, '.opencode/specs/x/spec.md'), '# X\n[NEEDS CLARIFICATION: a?]\n')
  writeFileSync(join(root, '.opencode/specs/x/empty.md'), ' \n')
  writeFileSync(join(root, 'other/secret.md'), 'secret')
})
afterEach(() => rmSync(root, { recursive: true }))

const fact = (path: string | string[], label = 'NEEDS CLARIFICATION') => fileFact(files, root, { path, within, label })

describe('the fact file', () => {
  test('is the first path that exists, is not empty and lies inside', () => {
    expect(
      fact(['.opencode/specs/x/none.md', '.opencode/specs/x/empty.md', './.opencode/specs/x/spec.md']),
    ).toMatchObject({
      path: '.opencode/specs/x/spec.md',
      exists: true,
      count: 1,
      lines: ['2: [NEEDS CLARIFICATION: a?]'],
      refused: null,
    })
  })

  test('takes an absolute path inside the project', () => {
    expect(fact(join(root, '.opencode/specs/x/spec.md'))).toMatchObject({ path: '.opencode/specs/x/spec.md' })
  })

  test.each([
    ['../../../etc/evil.md', 'outside the project'],
    ['.opencode/specs/../../other/secret.md', 'outside the allowed folders'],
    ['.opencode/specs-evil/x.md', 'outside the allowed folders'],
    ['%2e%2e/x.md', 'outside the allowed folders'],
    ['file:///etc/x.md#L10', 'outside the allowed folders'],
    ['.opencode/specs/x\u0000.md', 'no path'],
  ])('F9-03: %j is refused', (path, reason) => {
    expect(fact(path)).toMatchObject({
      path: null,
      exists: false,
      count: null,
      refused: expect.stringContaining(reason),
    })
  })

  test('F9-03: links out of the allowed folders are refused, inside the project or not', () => {
    symlinkSync(tmpdir(), join(root, '.opencode/specs/tmp'))
    symlinkSync('../../../other/secret.md', join(root, '.opencode/specs/x/link.md'))
    writeFileSync(join(root, 'target.md'), 'x')
    expect(fact('.opencode/specs/tmp/target.md')).toMatchObject({ exists: false })
    expect(fact('.opencode/specs/x/link.md')).toMatchObject({ exists: false, refused: expect.stringContaining('link') })
  })

  test('a label that is too long to be looked for is told', () => {
    expect(fact('.opencode/specs/x/spec.md', '- '.repeat(15_000))).toMatchObject({
      path: null,
      count: null,
      refused: 'the label has 30000 characters, allowed are 200',
    })
  })

  test('nothing given is nothing found', () => {
    expect(fact([])).toMatchObject({ path: null, exists: false, count: null, refused: null })
  })
})

describe('F9-04: live labels', () => {
  const count = (text: string) => liveLabels(text, 'NEEDS CLARIFICATION').length

  test.each([
    ['[NEEDS CLARIFICATION]', 1],
    ['[NEEDS CLARIFICATION: which auth?]', 1],
    ['[needs clarification: c?]', 1],
    ['**[NEEDS CLARIFICATION]**', 1],
    ['[NEEDS_CLARIFICATION]', 1],
    ['[NEEDS CLARIFICATION - x]', 1],
    ['[NEEDS\nCLARIFICATION: split over\na line]', 1],
    ['- [ ] Clarify login [NEEDS CLARIFICATION: which auth?]', 1],
    ['- [ ] No [NEEDS CLARIFICATION] markers remain', 0],
    ['`[NEEDS CLARIFICATION]` is the form', 0],
    ['<!-- [NEEDS CLARIFICATION] -->', 0],
    ['~~[NEEDS CLARIFICATION: old]~~', 0],
    ['```\n[NEEDS CLARIFICATION]\n```', 0],
    ['````\n```\n[NEEDS CLARIFICATION]\n```\n````\n[NEEDS CLARIFICATION]', 1],
    ['~~~\n[NEEDS CLARIFICATION]', 0],
    ['[NEEDS CLARIFICATIONS of many kinds', 0],
  ])('%j counts %i', (text, expected) => {
    expect(count(text)).toBe(expected)
  })
})
