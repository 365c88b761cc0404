import { describe, expect, test } from 'vitest'
import { builtinDocuments } from '../../src/host/files/builtin.ts'
import { compileDocument, compileKnown } from '../../src/policy/compile/compile.ts'
import { type ResolvedDocument, resolveDocument } from '../../src/policy/layers/resolve.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

const text = `version: 1
name: night
order: 20
params:
  marker: { type: list, default: ALL DONE }
  window: { type: duration, default: 5m }
memory:
  replies: { kind: window, scope: run, span: { var: params.window }, max: 7 }
  phase: { kind: enum, values: [first, second] }
facts:
  same: { records: { kind: note, fingerprint: { var: event.fingerprint } } }
conditions:
  still: { '!': { var: event.progress } }
  late: { and: [{ cond: still }, { var: event.empty }] }
templates: { go: 'Go on for {{params.window}}.' }
records:
  note: { file: notes.md, title: question, fields: { category: { type: enum, values: [a] }, question: { type: string, required: true }, context: { type: string } }, cooldown: { var: params.window }, max: 3, sections: [{ id: all, title: All }] }
rules:
  - id: watch
    description: Watches.
    events: [turn.ended]
    when: { cond: late }
    then:
      - push: { replies: { var: event.fingerprint } }
      - prompt: { template: go, after: { var: params.window } }
      - record: { category: a, question: 'Why {{event.text}}?', context: { var: event.text } }
  - { id: keep, events: [turn.ended], then: [{ set: { phase: second } }] }
`

function resolve(source: string): ResolvedDocument {
  const { document, problems } = resolveDocument({ name: 'night.yaml', text: source }, sourcesOf({}))
  if (!document) throw new Error(JSON.stringify(problems))
  return document
}

function compile(source: string) {
  const { policy, problems } = compileDocument(resolve(source))
  expect(problems).toEqual([])
  if (!policy) throw new Error('no policy')
  return policy
}

describe('compileKnown', () => {
  test('makes the same of a document, rule by rule when it is asked for', async () => {
    for (const document of [resolve(text), ...(await builtinDocuments())]) {
      const whole = compileDocument(document).policy
      const known = compileKnown(document)
      expect(known.rules.map(({ id, answers }) => [id, answers])).toEqual(
        whole?.rules.map(({ id, answers }) => [id, answers]),
      )
      expect(known.meaning).toBe(whole?.meaning)
    }
  })

  test('a rule that nobody asks for is never read', () => {
    const rules = resolve(text).rules.map((rule) => ({
      ...rule,
      get when(): never {
        throw new Error('read')
      },
    }))
    const known = compileKnown({ ...resolve(text), rules })
    expect(known.rules).toHaveLength(2)
    expect(() => known.rules[0]?.when).toThrow('read')
  })
})

describe('compileDocument', () => {
  test('types params and settles constants', () => {
    const policy = compile(text)
    expect(policy.params).toEqual({ marker: ['ALL DONE'], window: 300_000 })
    expect(policy.shown).toEqual({ marker: ['ALL DONE'], window: '5m' })
    expect(policy.memory['replies']).toMatchObject({ kind: 'window', scope: 'run', span: 300_000, max: 7, initial: [] })
    expect(policy.memory['phase']).toMatchObject({ scope: 'session', initial: 'first', values: ['first', 'second'] })
    expect(policy.records['note']).toMatchObject({ cooldown: 300_000, max: 3, tool: null })
    expect(policy.facts['same']).toEqual({
      source: 'records',
      arguments: { kind: 'note', fingerprint: { var: 'event.fingerprint' } },
    })
  })

  test('writes named conditions out and compiles texts', () => {
    const [watch, keep] = compile(text).rules
    expect(watch).toMatchObject({
      id: 'night/watch',
      answers: true,
      when: { and: [{ '!': { var: 'event.progress' } }, { var: 'event.empty' }] },
    })
    expect(keep?.answers).toBe(false)
    const prompt = watch?.steps[1]
    if (prompt?.do !== 'prompt') throw new Error('no prompt')
    expect(prompt.after).toEqual({ var: 'params.window' })
    expect(prompt.text.render({ params: { window: '5m' } })).toBe('Go on for 5m.')
    const record = watch?.steps[2]
    if (record?.do !== 'record') throw new Error('no record')
    expect(record.record.fields['category']).toEqual({ expression: 'a' })
    expect(record.record.fields['question']).toMatchObject({ source: 'Why {{event.text}}?' })
    expect(record.record.fields['context']).toEqual({ expression: { var: 'event.text' } })
  })

  test('gives the same after the document was stored as JSON', () => {
    const stored = JSON.parse(JSON.stringify(resolve(text)))
    expect(compileDocument(stored).policy?.meaning).toBe(compile(text).meaning)
  })

  test.each([
    ['a comment', text.replace('order: 20', 'order: 20 # first')],
    ['the order of keys', text.replace('name: night\norder: 20', 'order: 20\nname: night')],
    ['a description', text.replace('Watches.', 'Looks.')],
    [
      'a condition written out',
      text.replace('when: { cond: late }', "when: { and: [{ '!': { var: event.progress } }, { var: event.empty }] }"),
    ],
    ['an unused template', text.replace('templates: {', 'templates: { other: x,')],
  ])('means the same with another %s', (_, changed) => {
    expect(changed).not.toBe(text)
    expect(compile(changed).meaning).toBe(compile(text).meaning)
  })

  test.each([
    ['param', text.replace('default: 5m', 'default: 6m')],
    ['text', text.replace('Go on for', 'Go for')],
    ['condition', text.replace("still: { '!'", "still: { '!!'")],
    ['order', text.replace('order: 20', 'order: 21')],
    ['lock', text.replace('order: 20', 'locked: true')],
    ['mode', text.replace('order: 20', 'mode: observe')],
  ])('means something else with another %s', (_, changed) => {
    expect(changed).not.toBe(text)
    expect(compile(changed).meaning).not.toBe(compile(text).meaning)
  })

  test.each([
    ['unknown-name', text.replace('cond: late', 'cond: lat')],
    ['unknown-name', text.replace('template: go', 'template: gone')],
    ['param-value', text.replace('default: 5m', 'default: 5')],
    ['expression', text.replace("still: { '!'", "still: { '!?'")],
    ['unknown-variable', text.replace('cooldown: { var: params.window }', 'cooldown: { var: params.windw }')],
  ])('gives no policy but a problem %s for a document that nobody checked', (code, changed) => {
    const { policy, problems } = compileDocument(resolve(changed))
    expect(policy).toBeNull()
    expect(problems.map((problem) => problem.code)).toContain(code)
  })

  test('leaves the syntax of texts to lint: one that nobody checked fails only when it is rendered', () => {
    const broken = text.replace('{{params.window}}', '{{#if params.window}}')
    const { policy, problems } = compileDocument(resolve(broken))
    expect(problems).toEqual([])
    const prompt = policy?.rules.flatMap(({ steps }) => steps).find((step) => step.do === 'prompt')
    expect(() => prompt?.do === 'prompt' && prompt.text.render({ params: {} })).toThrow()
  })

  test('refuses conditions that grow without measure when they are written out', () => {
    const levels = Array.from(
      { length: 40 },
      (_, index) => `  c${index + 1}: { and: [{ cond: c${index} }, { cond: c${index} }] }`,
    )
    const grown = text.replace('conditions:\n', `conditions:\n  c0: { var: event.empty }\n${levels.join('\n')}\n`)
    const { policy, problems } = compileDocument(resolve(grown.replace('cond: late', 'cond: c40')))
    expect(policy).toBeNull()
    expect(problems[0]?.code).toBe('expression')
  })
})
