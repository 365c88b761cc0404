import { describe, expect, test } from 'vitest'
import { toolCalled } from '../../src/decode/tool.ts'
import { context } from '../attack/hangs/readers/reader.ts'

const touchedBy = (input: unknown, tool = 'fs_put'): string[] => toolCalled(tool, 'c', input, context).touches

describe('a file in an argument of a tool of others', () => {
  test.each<[string, unknown]>([
    ['JSON in a text', { payload: '{"target":{"file":"a/b.json"}}' }],
    ['JSON in JSON', { x: JSON.stringify({ y: JSON.stringify(['a/b.json']) }) }],
    ['a list in a text', { names: 'c.ts, a/b.json' }],
    ['lines', { names: 'c.ts\na/b.json\n' }],
    ['a place in it', { at: 'a/b.json:12:3' }],
    ['a mark in it', { at: 'a/b.json#L1-L3' }],
    ['quotes', { at: '"a/b.json"' }],
    ['a mention', { at: '@a/b.json' }],
    ['a short address', { uri: 'file:a/b.json' }],
    ['an address with more behind it', { uri: 'file:a/b.json?x=1#L2' }],
    ['braces', { path: 'a/{b,c}.json' }],
    ['a patch of git', { diff: '--- a/a/b.json\n+++ b/a/b.json\n@@ -1 +1 @@\n-x\n+y\n' }],
    ['a patch that takes it away', { p: 'diff --git a/a/b.json b/a/b.json\ndeleted file mode 100644\n' }],
  ])('is found: %s', (_, input) => {
    expect(touchedBy(input)).toContain('a/b.json')
  })

  test('is any of that name behind a variable', () => {
    expect(touchedBy({ path: '$ROOT/b.json' })).toContain('**/b.json')
    expect(touchedBy({ path: '%APPDATA%\\b.json' })).toContain('**/b.json')
  })

  test.each<[string, unknown]>([
    ['prose', { text: 'see a/b.json and c.ts' }],
    ['what a file will hold', { path: 'c.json', content: '{"file":"a/b.json"}' }],
    ['a patch that people are shown', { body: '+++ b/a/b.json\n@@ -1 +1 @@\n-x\n+y\n' }],
  ])('is not found: %s', (_, input) => {
    expect(touchedBy(input)).not.toContain('a/b.json')
  })
})

describe('a tool that only reads', () => {
  const input = { path: 'a/b.json' }

  test.each(['search', 'find', 'fs_read_file', 'getFileInfo'])('%s touches nothing', (tool) => {
    expect(touchedBy(input, tool)).toEqual([])
  })

  test.each(['fetch', 'fetch_to_file', 'view_toggle', 'read_then_fix', 'getUpload'])('%s may touch', (tool) => {
    expect(touchedBy(input, tool)).toContain('a/b.json')
  })

  test('is none if its arguments say more', () => {
    expect(touchedBy({ ...input, replacement: 'x' }, 'find')).toContain('a/b.json')
    expect(touchedBy({ ...input, output_mode: 'content' }, 'grep_search')).toEqual([])
  })

  test('gives no line to a shell', () => {
    expect(toolCalled('search', 'c', { query: 'npx x answer b1' }, context).script).toBe(null)
    expect(toolCalled('question', 'c', { questions: [{ label: 'npx x answer b1' }] }, context).script).toBe(null)
    expect(toolCalled('search', 'c', { cmd: 'npx x answer b1' }, context).script).toBe('npx x answer b1')
  })
})
