import { describe, expect, test } from 'vitest'
import { checkFile } from '../../../src/policy/check-file.ts'

const off = 'mode: disabled, because: not yet'
const stop = '{ stop: { reason: done } }'
const empty = '{ var: event.empty }'

/** What lint says of the order of rules: `line: message`. */
function found(...rules: string[]): string[] {
  const text = `version: 1\nname: night\nrules:\n${rules.map((rule) => `  - { ${rule} }\n`).join('')}`
  const { problems } = checkFile({ name: 'a.yaml', text }, () => 'there is no such file')
  return problems.map(({ code, line, message }) => `${line} ${code}: ${message}`)
}

const always = `id: a, events: [turn.ended], then: [${stop}]`
const behind = `id: b, events: [turn.ended], when: ${empty}, then: [{ stop: { reason: empty-turns } }]`
const never = (line: number, event = 'turn.ended', by = 'a') =>
  `${line} unreachable-rule: Never reached for ${event}: rule "${by}" always answers before it`

describe('a rule behind one that always answers', () => {
  test('is never reached, though it only observes', () => {
    expect(found(always, behind)).toEqual([never(5)])
    expect(found(always, `${behind}, mode: observe`)).toEqual([never(5)])
  })

  test('may be disabled: then nobody expects that it is reached', () => {
    expect(found(always, `${behind}, ${off}`)).toEqual([])
  })

  test('is reached if that one is disabled, only observes, has a condition, or ends nothing', () => {
    expect(found(`${always}, ${off}`, behind)).toEqual([])
    expect(found(`${always}, mode: observe`, behind)).toEqual([])
    expect(found(`${always}, when: { ">": [{ var: run.turns }, 3] }`, behind)).toEqual([])
    expect(found('id: a, events: [turn.ended], then: [{ notify: over }]', behind)).toEqual([])
  })

  test('is told for the events that they share', () => {
    const two = 'id: b, events: [user.wrote, turn.ended], then: [pass]'
    expect(found(always, two)).toEqual([never(5)])
    expect(found(`id: a, events: [turn.ended, user.wrote], then: [pass]`, two)).toEqual([
      never(5, 'user.wrote'),
      never(5),
    ])
  })

  test('is reached before a fallback, and a fallback only behind every other rule', () => {
    expect(found(`${always}, fallback: true`, behind)).toEqual([])
    expect(found(`${always}, fallback: true`, `${behind}, fallback: true`)).toEqual([never(5)])
    expect(found(always, `${behind}, fallback: true`)).toEqual([never(5)])
  })
})
