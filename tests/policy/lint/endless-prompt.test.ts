import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createSources } from '../../../src/cli/policies/sources.ts'
import { checkFile } from '../../../src/policy/check-file.ts'

const { find } = createSources(fileURLToPath(new URL('../../..', import.meta.url)))

function found(text: string): string[] {
  const { problems } = checkFile({ name: 'team.yaml', text: `version: 1\n${text}` }, find)
  return problems.flatMap(({ code, line, message }) => (code === 'endless-prompt' ? [`${line}: ${message}`] : []))
}

const help = 'count in memory or read run.prompts in the when, or put it behind a rule that counts and stops'

describe('a prompt that a team puts into the built-in policy', () => {
  const insert = (place: string, when = '{ var: event.empty }', more = '', event = 'turn.ended') =>
    `extends: builtin:blockers\ninsert:\n  - ${place}\n    rules:\n      - { id: nudge, events: [${event}], when: ${when}, then: [{ prompt: Go on. }]${more} }\n`

  test('is endless before the rule that ends a run by the marker', () => {
    expect(found(insert('before: tell'))).toEqual([
      `6: Nothing limits this prompt: rule "done" behind it is not asked when it matches; ${help}`,
    ])
  })

  test.each([
    ['behind the limits', insert('after: out-of-budget')],
    ['in the place of the last one', insert('before: keep-going')],
    ['with a count of its own', insert('before: tell', '{ "<": [{ var: run.prompts }, 3] }')],
    ['with a slot that rules change', insert('before: tell', '{ "<": [{ var: memory.still }, 3] }')],
    ['with a limit by the clock', insert('before: tell', '{ within: [{ var: run.startedAt }, 60000] }')],
    ['that only observes', insert('before: tell', '{ var: event.empty }', ', mode: observe')],
    ['that the user brings about', insert('before: tell', '{ ">": [{ var: session.depth }, 0] }', '', 'user.wrote')],
  ])('is none %s', (_, text) => {
    expect(found(text)).toEqual([])
  })
})

describe('in a policy of its own', () => {
  const rules = (...lines: string[]) => `name: night\nrules:\n${lines.map((line) => `  - ${line}\n`).join('')}`
  const prompt = '{ id: go-on, events: [turn.ended], when: { var: event.empty }, then: [{ prompt: Go on. }] }'
  const stop = (when: string, more = '') =>
    `{ id: enough, events: [turn.ended], when: ${when}, then: [{ stop: { reason: budget } }]${more} }`
  const many = '{ ">": [{ var: run.turns }, 10] }'
  const said = '{ marker: [{ var: event.text }, ALL_DONE_HERE, line] }'

  test.each([
    ['a limit before it', rules(stop(many), prompt), 0],
    ['a limit behind it', rules(prompt, stop(many)), 1],
    ['an end that the agent must say', rules(stop(said), prompt), 0],
    ['such an end behind it', rules(prompt, stop(said)), 1],
    [
      'such an end before it and a limit behind it',
      rules(stop(said), prompt, stop(many).replace('enough', 'later')),
      1,
    ],
    ['a limit that only observes', rules(stop(many, ', mode: observe'), prompt), 1],
    ['a limit that is a fallback', rules(stop(many, ', fallback: true'), prompt), 1],
    [
      'a limit that is a fallback too',
      rules(stop(many, ', fallback: true'), prompt.replace('then', 'fallback: true, then')),
      0,
    ],
    ['a fallback behind a limit', rules(prompt.replace('then', 'fallback: true, then'), stop(many)), 0],
    ['an end of its own', rules(prompt.replace('Go on. }', 'Go on. }, { stop: { reason: done } }')), 0],
  ])('%s', (_, text, count) => {
    expect(found(text)).toHaveLength(count)
  })
})
