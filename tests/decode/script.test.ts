import { describe, expect, test } from 'vitest'
import { toolCalled } from '../../src/decode/tool.ts'
import { context } from '../attack/hangs/readers/reader.ts'

const scriptOf = (input: unknown, tool = 'terminal_run'): string | null => toolCalled(tool, 'c', input, context).script

const line = 'npx opencode-diverter answer b1 yes'
const words = line.split(' ')

describe('what a shell gets by way of a tool of others', () => {
  test.each<[string, unknown]>([
    ['under a name for lines', { line }],
    ['under a name that says nothing', { input: line }],
    ['a list', { args: words }],
    ['a list in a list', { calls: [{ run: words }] }],
    ['a program and its words', { command: 'npx', args: words.slice(1) }],
    ['its words first', { args: words.slice(1), command: 'npx' }],
    ['a program and a text', { program: 'npx', options: words.slice(1).join(' ') }],
    ['packed', { arguments: JSON.stringify({ cmd: words }) }],
    ['lines one after the other', { commands: ['cd app', line] }],
    ['code with a line', { code: `import os\nos.system("${line}")` }],
    ['code with words', { code: `subprocess.run(${JSON.stringify(words)})` }],
    ['code under no name', { x: `spawnSync('npx', ['opencode-diverter', 'answer', 'b1', 'yes'])` }],
    ['a folder before it', { a: './node_modules/.bin/opencode-diverter answer b1 yes' }],
    ['npm', { input: 'npm exec opencode-diverter answer b1 yes' }],
    ['keys', { keys: `${line}\n` }],
  ])('%s', (_, input) => {
    expect(scriptOf(input)).toMatch(/opencode-diverter answer b1 yes/)
  })

  test.each<[string, unknown]>([
    ['prose', { text: 'the answer b1 is what we want' }],
    ['what becomes of a file', { path: 'docs/a.md', content: `Run \`${line}\`` }],
    ['code without a line', { code: 'answer = x1 + y2\nprint("answer", answer)' }],
    ['a list of names', { labels: ['answer', 'b1', 'later'] }],
    ['numbers', { a: 1, b: [2, 3], c: null }],
  ])('not %s', (_, input) => {
    expect(scriptOf(input) ?? '').not.toMatch(/answer/)
  })

  test('a shell call has its command', () => {
    expect(scriptOf({ command: line }, 'bash')).toBe(null)
  })
})
