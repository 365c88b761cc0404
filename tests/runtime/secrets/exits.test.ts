import { describe, expect, test } from 'vitest'
import { createHostClient } from '../../../src/host/client.ts'
import { compose } from '../../../src/report/compose.ts'
import { htmlOf } from '../../../src/morning/static-page.tsx'
import { markdownOf } from '../../../src/report/markdown.ts'
import { textOf } from '../../../src/report/text.ts'
import { clean } from '../../../src/runtime/text/clean.ts'
import { cut, cutKept, cutMiddle } from '../../../src/runtime/text/cut.ts'
import { digest } from '../../../src/runtime/files/node-digest.ts'
import { entryLines } from '../../../src/runtime/page/markdown.ts'
import { acts, nasty } from '../../cli/hostile-texts.ts'
import { fakeClient } from '../../host/fakes.ts'
import { tell } from '../../report/nights.ts'
import { blockerKind } from '../../support/kinds.ts'
import { project, stageOf, policiesFrom } from '../stage.ts'
import { recordOf } from '../views/record-of.ts'
import { made } from './made.ts'
import { type Shape, shapesOf } from './shapes.ts'

const shapes = shapesOf(made(11))
/** Those that stand in one line and by themselves, of which each is put where a text is cut. */
const tokens = shapes.filter(({ text, secret }) => text.length < 400 && !text.includes('\n') && secret.length >= 20)

/** True if a reader could use a part of the secret, or look for it. */
const shows = (text: string, { secret }: Shape): boolean =>
  [secret.slice(0, 12), secret.slice(-12)].some((piece) => text.includes(piece))

const filler = (length: number): string => 'some words of a log '.repeat(Math.ceil(length / 20)).slice(0, length)

describe('a secret that a cut goes through', () => {
  const limit = 200
  const cuts: readonly ((text: string) => string)[] = [
    (text) => cut(text, limit),
    (text) => cutMiddle(text, limit, limit / 2),
    (text) => cutKept(text, limit, digest),
    (text) => JSON.stringify(clean({ text }, (each) => cutKept(each, limit, digest))),
  ]

  test('leaves no half, at the start or at the end, of a text of any length', () => {
    expect(tokens.length).toBeGreaterThan(100)
    const left: string[] = []
    for (const [place, shape] of tokens.entries())
      for (const more of place % 8 === 0 ? [300, 60_000] : [300])
        for (const before of [limit - 30, limit - shape.secret.length / 2, limit / 2 + 10, 0]) {
          const head = `${filler(Math.max(0, before))} ${shape.text}\n${filler(more)}`
          const tail = `${filler(more)}\n${shape.text} ${filler(Math.max(0, before / 4))}`
          for (const [at, shorten] of cuts.entries())
            for (const text of [head, tail]) if (shows(shorten(text), shape)) left.push(`${shape.name} by ${at}`)
        }
    expect([...new Set(left)]).toEqual([])
  })

  test('leaves nothing where what was blacked out before it brings it near', () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n'.repeat(380)}-----END PRIVATE KEY-----\n`
    for (const shape of tokens.slice(0, 20))
      for (let shift = 0; shift < 200; shift += 40) {
        const start = `${key}${filler(16_584 - key.length - shift)} ${shape.text} ${filler(60_000)}`
        for (const shorten of cuts)
          expect([shape.name, shift, shows(shorten(start), shape)]).toEqual([shape.name, shift, false])
      }
  })

  test('is looked for in bounded time in a text of 10 MB', () => {
    const text = `password=hunter2hunter2 ${filler(10_000_000)} token: ${'a1'.repeat(20)}`
    cut(text, 200)
    const begun = process.cpuUsage()
    for (const shorten of cuts) shorten(text)
    // Ten times what it takes; looking through all of it takes more than a second each time.
    expect(process.cpuUsage(begun).user).toBeLessThan(1_500_000)
  })
})

/** What the agent and the host say in a night, with the texts of some shapes wherever they can. */
const said = (among: readonly Shape[]): string => among.map(({ text }) => text).join('\n')

const cutting = `version: 1
name: cutting
rules:
  - id: arm
    events: [turn.ended]
    when: { "===": [{ var: run.state }, ready] }
    then: [arm]
  - id: a
    events: [tool.finished]
    then:
      - { notify: { text: "{{tail event.output 150}} {{cut event.output 320}}" } }
`

describe('every exit', () => {
  test('of texts that a rule cuts: notices', () => {
    const stage = stageOf({ policies: policiesFrom(cutting) })
    for (const shape of tokens) {
      const inside = Math.floor(shape.secret.length / 2)
      const output = `${filler(300)} ${shape.text}${' and so on.'.repeat(20)}`.slice(
        0,
        300 + shape.text.length + 150 - inside,
      )
      stage.send('S1', 'tool.finished', { tool: 'bash', command: 'cat a', output })
    }
    expect(stage.host.notices.length).toBeGreaterThan(50)
    const all = [...stage.host.notices, ...stage.host.logged, JSON.stringify(stage.journal())].join('\n')
    expect(tokens.filter((shape) => shows(all, shape)).map(({ name }) => name)).toEqual([])
  })

  test('of a night: lines, prompts, answers, the page and all forms of the report', () => {
    const group = 40
    const left: string[] = []
    for (let from = 0; from < tokens.length; from += group) {
      const among = tokens.slice(from, from + group)
      const text = said(among)
      const { stage, send, report } = tell()
      stage.session('S1', { title: text })
      send('S1', 'user.wrote', { text })
      send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: `deploy ${text}` })
      send('S1', 'question.asked', { request: 'q1', questions: [{ question: text, options: [text, `no ${text}`] }] })
      send('S1', 'tool.finished', { tool: 'bash', call: 'c1', ok: false, command: `x ${text}`, output: text })
      send('S1', 'turn.failed', { kind: 'network', message: text, retryable: true })
      send('S1', 'turn.ended', { text: `${text} BLOCKER_DIVERTER_DONE!` })
      const made = report()
      const document = compose(made)
      const all = [
        JSON.stringify(stage.journal()),
        JSON.stringify(stage.host),
        stage.files.read(`${project}/blockers.md`) ?? '',
        JSON.stringify(made),
        textOf(document),
        markdownOf(document),
        htmlOf(document),
      ]
      for (const shape of among) if (all.some((one) => shows(one, shape))) left.push(shape.name)
    }
    expect(left).toEqual([])
  })

  test('to the host: toasts and lines of its log, with their fields', () => {
    const raw = fakeClient()
    const client = createHostClient(raw.raw)
    for (const { text } of tokens) {
      client.toast(text, 'info', text)
      client.log('info', text, { about: text, list: [text] })
    }
    const all = JSON.stringify(raw.calls)
    expect(tokens.filter((shape) => shows(all, shape)).map(({ name }) => name)).toEqual([])
  })

  test('to the host, where nothing in them acts on a screen', () => {
    const raw = fakeClient()
    const client = createHostClient(raw.raw)
    client.toast(nasty, 'info', nasty)
    client.log('info', nasty, { about: nasty, list: [{ of: nasty }], count: 1 })
    const texts: string[] = []
    JSON.stringify(raw.calls, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value)
      return value
    })
    expect(texts.filter((text) => text.includes('red'))).toHaveLength(5)
    expect(texts.filter((text) => acts.test(text))).toEqual([])
  })

  test('of an entry that an older version left as it was: where its texts are cut', () => {
    for (const shape of tokens) {
      const question = `${filler(1000 - 20)} ${shape.text} ${filler(3000)}`
      const lines = entryLines(blockerKind, recordOf({ kind: 'blocker', question }), false, 'UTC').join('\n')
      expect([shape.name, shows(lines, shape)]).toEqual([shape.name, false])
    }
  })
})
