import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/policy/config.ts'

const read = (notify: string) =>
  readConfig({ name: 'user:diverter.yaml', text: `version: 1\nnotify: ${notify}\n` }, 'user')

describe('notify', () => {
  test('takes the three ways out, each with its keys', () => {
    const { config, problems } = read(
      `
  - { desktop: true, kinds: [hard] }
  - { command: [notify-send, OpenCode], timeout: 5s }
  - { webhook: { env: NIGHT_WEBHOOK }, body: slack, kinds: [stopped, blocked, stalled, hard, waiting, tampered] }
  - { webhook: "https://example.org/hook", body: '{"text": "{{title}}: {{cut text 80}}"}' }`,
    )
    expect(problems).toEqual([])
    expect(config?.notify).toHaveLength(4)
  })

  test.each([
    ['[{ desktop: false }]', 'Cannot use false for "desktop": allowed is true'],
    ['[{ command: notify-send }]', 'Cannot use "notify-send" for "command": a list is wanted'],
    ['[{ command: [] }]', 'Cannot use a list for "command": at least one entry is wanted'],
    ["[{ command: ['', a] }]", 'the first word is the program'],
    ['[{ command: [a], timeout: 2m }]', 'allowed are 1s to 60s'],
    ['[{ command: [a], body: slack }]', 'Unknown key "body": allowed are command, timeout, kinds'],
    ['[{ command: [a], kinds: [done] }]', 'Cannot use "done" for "kinds"'],
    ['[{ webhook: { env: "A B" } }]', 'a variable is letters, digits and "_"'],
    [
      '[{ webhook: { env: A }, body: teams }]',
      'there is no ready body of this name; allowed are json, slack, discord, ntfy, or a text with {{title}} and the like',
    ],
    ['[{ webhook: { env: A }, body: "{{titel}}" }]', 'there is no {{titel}} here; allowed are id, kind, title'],
    ['[{ webhook: { env: A }, body: "{{#if title}}" }]', 'it ends inside braces or a block'],
    ['[{ mail: me }]', 'Unknown key "mail"'],
  ])('%s is refused in words', (given, message) => {
    const { config, problems } = read(given)
    expect(config).toBeNull()
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining(message)])
  })

  test('an address that cannot be used is not repeated, since it may hold a secret', () => {
    for (const address of ['hooks.example.org/s3cr3t', 'ftp://example.org/s3cr3t', 'https://']) {
      const messages = read(`[{ webhook: "${address}" }]`).problems.map(({ message }) => message)
      expect(messages.join()).toContain('an address begins with https:// or http://')
      expect(messages.join()).not.toContain('s3cr3t')
    }
  })
})
