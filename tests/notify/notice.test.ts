import { describe, expect, test } from 'vitest'
import { bodyMaker } from '../../src/notify/body.ts'
import { jsonOf, noticeOf } from '../../src/notify/notice.ts'
import type { Occasion } from '../../src/notify/occasion.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'

const scene = {
  at: Date.parse('2026-02-13T01:10:00Z'),
  directory: '/home/ada/shop',
  session: 'ses_1',
  name: 'Build the shop',
  zone: 'Europe/Berlin',
}
const noticed = (occasion: Occasion, more: object = {}) => noticeOf(occasion, { ...scene, ...more }, digest)
const budget: Occasion = { kind: 'stopped', reason: 'budget', detail: '3.30 of 3.00', said: [] }
const until = Date.parse('2026-02-13T01:25:00Z')

describe('the words', () => {
  test.each<[Occasion, string, string]>([
    [budget, 'Stopped: budget', 'The run stopped: budget (3.30 of 3.00).'],
    [{ ...budget, said: ['One.', 'Two.'] }, 'Stopped: budget', 'One.\nTwo.'],
    [
      { kind: 'blocked', detail: null, said: [] },
      'Blocked: all that is left waits for you',
      'The run stopped: blocked.',
    ],
    [
      { kind: 'stalled', isOver: true, detail: null, said: [] },
      'Stalled: the run stopped',
      'The run stopped: stalled.',
    ],
    [
      { kind: 'stalled', isOver: false, detail: 'no sign of life of the model for 30m', said: [] },
      'Stalled: told to go on',
      'It was broken off and told to go on (no sign of life of the model for 30m).',
    ],
    [
      { kind: 'hard', entry: 'b3', question: 'Which database?', said: [] },
      'Needs your decision',
      'Which database?\nAnswer it: npx opencode-diverter answer b3 YOUR ANSWER',
    ],
    [
      { kind: 'waiting', request: 'per_1', subject: 'bash: git push', until, said: [] },
      'Waits for you until 02:25',
      'OpenCode asks you: bash: git push\nThe policies decide it at 02:25.',
    ],
    [
      { kind: 'waiting', request: 'per_1', subject: 'bash: git push', until: null, said: [] },
      'Waits for you',
      'OpenCode asks you: bash: git push',
    ],
    [
      { kind: 'tampered', file: 'state.json', change: 'broken', said: [] },
      'Changed by somebody else',
      'state.json was changed so that it cannot be read any more.',
    ],
    [{ kind: 'test', said: [] }, 'Test notice', 'Notices of opencode-diverter arrive here.'],
  ])('of %j', (occasion, title, text) => {
    expect(noticed(occasion)).toMatchObject({ title, text })
  })

  test('have no secrets, no hidden characters and an end', () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const { text, name } = noticed(
      { kind: 'hard', entry: null, question: `Use ${token}?\u001b[31m\u202e ${'x'.repeat(5000)}`, said: [] },
      { name: `Title ${token}\nsecond` },
    )
    expect(text).not.toContain(token)
    expect(text).toContain('[REDACTED:')
    expect(text).toContain('\\x1b[31m\\u202e')
    expect(text.length).toBeLessThan(1100)
    expect(name).not.toContain(token)
    expect(name).toContain(' ⏎ second')
  })
})

describe('the id', () => {
  test('is one for an occasion, however often it is decided', () => {
    const waits: Occasion = { kind: 'waiting', request: 'per_1', subject: 'a', until, said: [] }
    expect(noticed(waits, { at: 1 }).id).toBe(noticed(waits, { at: 2 }).id)
    expect(noticed(budget, { at: 1 }).id).toBe(noticed(budget, { at: 1 }).id)
  })

  test('is another for another one', () => {
    const others = [noticed(budget), noticed(budget, { at: 1 }), noticed(budget, { session: 'ses_2' })]
    expect(new Set(others.map(({ id }) => id)).size).toBe(3)
  })
})

describe('a body', () => {
  const notice = noticed({ ...budget, said: ['He said "<!channel>" & left.\nBye \\ {{title}}'] })
  const body = (setting: string, of = notice) => bodyMaker(setting)(of)
  const json = (made: ReturnType<typeof body>) => (typeof made === 'string' ? made : JSON.parse(made.text))

  test('of plain JSON has the fields that the page names', () => {
    expect(json(body('json'))).toEqual({
      version: 1,
      id: notice.id,
      kind: 'stopped',
      title: 'Stopped: budget',
      text: notice.text,
      at: '2026-02-13T01:10:00.000Z',
      project: 'shop',
      directory: '/home/ada/shop',
      session: 'ses_1',
      name: 'Build the shop',
      reason: 'budget',
      entry: null,
      until: null,
    })
    expect(JSON.parse(jsonOf(noticed({ kind: 'waiting', request: 'r', subject: 's', until, said: [] })))).toMatchObject(
      {
        until: '2026-02-13T01:25:00.000Z',
      },
    )
  })

  test('for Slack calls nobody', () => {
    expect(json(body('slack'))).toEqual({
      text: '*Stopped: budget*\nHe said "&lt;!channel&gt;" &amp; left.\nBye \\ {{title}}\nBuild the shop · shop',
    })
  })

  test('for Discord calls nobody', () => {
    expect(json(body('discord'))).toEqual({
      content: `**Stopped: budget**\n${notice.text}\nBuild the shop · shop`,
      allowed_mentions: { parse: [] },
    })
  })

  test('for ntfy is plain text', () => {
    const nameless = noticed(budget, { name: '' })
    expect(body('ntfy', nameless)).toEqual({
      type: 'text/plain; charset=utf-8',
      text: 'Stopped: budget\nThe run stopped: budget (3.30 of 3.00).\nshop',
    })
  })

  test("of one's own is JSON if it begins so, and what it prints stays between its quotes", () => {
    expect(json(body('{"a": {"b": "{{text}}"}, "c": "{{cut text 9}}"}'))).toEqual({
      a: { b: notice.text },
      c: 'He said "…',
    })
    expect(body('{{title}} <{{text}}>')).toEqual({
      type: 'text/plain; charset=utf-8',
      text: `Stopped: budget <${notice.text}>`,
    })
  })

  test('that cannot be made is a reason in words', () => {
    expect(body('{ {{title}} }')).toBe('its body begins like JSON and is none')
    expect(body('{{list title}}')).toContain('it wants a list')
  })
})
