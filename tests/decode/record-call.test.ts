import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordToolFields, recordToolSchema } from '../../src/host/record-tool/schema.ts'
import { questionAsked } from '../../src/decode/question.ts'
import { recordSubmitted } from '../../src/decode/record/call.ts'
import { goodCall } from '../../src/decode/record/field.ts'
import { loadPolicies } from '../../src/policy/load.ts'
import { digest } from '../host/fakes.ts'
import { sourcesOf } from '../support/builtin-sources.ts'
import { blockerKind } from '../support/kinds.ts'

const submit = (given: unknown, tries = 0) => recordSubmitted('blocker', blockerKind, given, tries, digest)
const good = { category: 'security', question: 'Which key?', context: 'Signing', blocksProgress: true }

describe('the arguments of a record tool', () => {
  it('good ones are taken as they are', () => {
    expect(
      submit({
        ...good,
        options: ['a', 'b'],
        chosenOption: 'a',
        chosenReasoning: 'r',
        topic: 't',
        whyNeeded: 'w',
        blocks: 'x',
      }),
    ).toMatchObject({
      kind: 'blocker',
      valid: true,
      problems: [],
      tries: 0,
      category: 'security',
      question: 'Which key?',
      context: 'Signing',
      blocks: true,
      options: ['a', 'b'],
      chosen: 'a',
      reasoning: 'r',
      topic: 't',
      why: 'w',
      holds: 'x',
    })
  })

  it('plain slips are mended (F6-08)', () => {
    const mended = submit({
      ...good,
      category: ' Security ',
      blocksProgress: 'true',
      options: '["a","b"]',
      priority: 1,
    })
    expect(mended).toMatchObject({ valid: true, category: 'security', blocks: true, options: ['a', 'b'] })
    expect(submit(JSON.stringify(good)).valid).toBe(true)
    expect(submit({ ...good, options: [{ label: 'Yes' }, 3, null, ''] })['options']).toEqual(['Yes', '3'])
    expect(submit({ ...good, options: 'only one' })['options']).toEqual(['only one'])
    expect(submit({ ...good, chosenOption: '', options: '' })).toMatchObject({ valid: true, chosen: null, options: [] })
  })

  it.each([
    ['b3', 'b3'],
    ['#B3', 'b3'],
    [' (b3) ', 'b3'],
    ['', null],
    [undefined, null],
  ])('ref %j names the entry %j', (ref, id) => {
    expect(submit({ ...good, ref })).toMatchObject({ valid: true, ref: id })
  })

  it('the sentence of an invalid category leads', () => {
    const { problems, valid } = submit({ category: 'weather', blocksProgress: 'maybe' })
    expect(valid).toBe(false)
    expect(problems[0]).toBe(
      'Invalid category. Must be one of: permission, architecture, security, destructive, question, other',
    )
    expect(problems.join('\n')).toMatch(/question is missing/)
    expect(problems.join('\n')).toMatch(/blocksProgress is "maybe": write true or false/)
  })

  it('each required field that is missing is named, with what to write (spec 000 US5-3)', () => {
    const without = (...names: (keyof typeof good)[]) =>
      submit({ ...good, ...Object.fromEntries(names.map((name) => [name, undefined])) }).problems
    expect(without('context')).toEqual([
      'context is missing: What you were doing and what the user must know to decide',
    ])
    expect(without('blocksProgress')).toEqual([
      'blocksProgress is missing: true if work waits for the answer, false if you go on with a choice of your own',
    ])
    expect(without('question', 'context')).toHaveLength(2)
    expect(submit({ ...good, context: ['x'] }).problems).toEqual(['context is a list: write one text'])
    expect(submit({ ...good, blocksProgress: 'maybe' }).problems).toHaveLength(1)
  })

  it('work goes on with an option that was chosen, so whether it waits need not be said', () => {
    const chosen = { ...good, chosenOption: 'a', blocksProgress: undefined }
    expect(submit(chosen)).toMatchObject({ valid: true, blocks: null, chosen: 'a' })
  })

  it('an empty question is a missing one, and the raw text is never lost', () => {
    const event = submit({ ...good, question: '  ', context: 'all that I know' })
    expect(event).toMatchObject({ valid: false, question: null })
    expect(event.raw).toContain('all that I know')
  })

  it('invalid uses in a row are counted', () => {
    expect(submit({}, 0).tries).toBe(1)
    expect(submit({}, 2).tries).toBe(3)
    expect(submit(good, 2).tries).toBe(0)
  })

  it('the same question has one fingerprint, by either tool (F7-14)', () => {
    const asked = questionAsked('ses_1', { questions: [{ question: 'which  KEY', options: [] }] }, null, digest)
    expect(submit(good).fingerprint).toBe(asked.event.questions[0]?.fingerprint)
    expect(submit({ ...good, question: 'Which lock?' }).fingerprint).not.toBe(submit(good).fingerprint)
  })

  it('whatever comes is an event, and only whole ones are valid', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        const event = submit(given)
        expect(event.valid).toBe(event.problems.length === 0)
        if (event.valid) expect(event['question']).not.toBe(null)
      }),
    )
  })
})

describe('fields of every type', () => {
  const { policies } = loadPolicies(['./tests/policies/fixtures/risks.yaml'], sourcesOf({}))
  const risk = policies[0]?.records['risk'] ?? expect.unreachable()
  const call = (given: unknown) => recordSubmitted('risk', risk, given, 0, digest)
  const least = { level: 'low', risk: 'The disk fills' }

  it.each([
    ['likely', '0.5', 0.5],
    ['likely', ' 1 ', 1],
    ['likely', -2, -2],
    ['likely', '', null],
    ['days', '12', 12],
    ['days', 12.0, 12],
    ['blocks', 'YES', true],
    ['blocks', 'no', false],
    ['blocks', ' False ', false],
    ['blocks', '', null],
    ['level', 'HIGH ', 'high'],
    ['who', 7, '7'],
    ['who', true, 'true'],
    ['who', '  ', null],
    ['ways', 'one', ['one']],
    ['ways', 3, ['3']],
    ['ways', '["a", "b"]', ['a', 'b']],
    ['ways', [{ option: 'a' }, { name: 'b' }, { text: 'c' }, null], ['a', 'b', '{"text":"c"}']],
  ])('%s %j is %j', (as, given, value) => {
    const name = as === 'who' ? 'owner' : as
    expect(call({ ...least, days: 1, [as]: given })).toMatchObject({ valid: true, problems: [], [name]: value })
  })

  it.each([
    ['likely', 'often', 'likely is "often": write a number, such as 2.5'],
    ['likely', '0x10', 'likely is "0x10": write a number, such as 2.5'],
    ['likely', true, 'likely is true: write a number, such as 2.5'],
    ['days', 1.5, 'days is 1.5: write a whole number, such as 3'],
    ['days', '1e3', 'days is "1e3": write a whole number, such as 3'],
    ['blocks', 'maybe', 'blocks is "maybe": write true or false'],
    ['blocks', 1, 'blocks is 1: write true or false'],
    ['level', 'middle', 'Invalid level. Must be one of: low, high'],
    ['who', ['a'], 'who is a list: write one text'],
    ['ways', { a: 1 }, 'ways is a map: write a list of texts, such as ["first", "second"]'],
  ])('%s %j is named with what to write', (as, given, problem) => {
    expect(call({ ...least, [as]: given })).toMatchObject({ valid: false, problems: [problem] })
  })

  it('what is wrong with a choice is named first, and a good call stands beside it', () => {
    expect(call({ risk: '', level: 'x', likely: [] })).toMatchObject({
      problems: [
        'Invalid level. Must be one of: low, high',
        'risk is missing: What may happen',
        'likely is a list: write a number, such as 2.5',
      ],
      goodCall: '{"level":"low","risk":"…","days":3}',
    })
  })

  it('a condition asks for a field only where it holds', () => {
    expect(call(least).problems).toEqual([])
    expect(call({ ...least, level: 'high' }).problems).toEqual(['days is missing: Days that are left'])
  })

  it('a good call of every kind is valid, and whatever comes only whole ones are', () => {
    for (const [kind, submitted] of [
      [risk, call],
      [blockerKind, submit],
    ] as const)
      expect(submitted(goodCall(kind)).problems).toEqual([])
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.values(risk.fields).map(({ as }) => as ?? '')), fc.anything()),
        (given) => {
          const event = call(given)
          expect(event.valid).toBe(event.problems.length === 0)
          expect(event.goodCall === null).toBe(event.valid)
          for (const [name, { type, values }] of Object.entries(risk.fields)) {
            const value = event[name] ?? null
            if (type === 'list') expect(Array.isArray(value)).toBe(true)
            else if (value === null) continue
            else if (type === 'enum') expect(values).toContain(value)
            else expect(typeof value).toBe(type === 'integer' ? 'number' : type)
          }
        },
      ),
    )
  })
})

describe('a field that only rules give', () => {
  const text = `version: 1
name: team
records:
  bug:
    file: bugs.md
    tool: Note a bug.
    title: bug
    fields:
      bug: { type: string, required: true, description: What fails }
      owner: { type: string, required: true, by: rule, shown: Owner }
rules:
  - id: bug-noted
    events: [record.submitted]
    kind: bug
    when: { var: event.valid }
    then: [{ record: { from: event, owner: night shift } }]
`
  const bug = loadPolicies(['./team.yaml'], sourcesOf({ 'team.yaml': text })).policies[0]?.records['bug']
  const kind = bug ?? expect.unreachable()

  it('is neither asked of the agent nor taken from it', () => {
    const event = recordSubmitted('bug', kind, { bug: 'It hangs', owner: 'me' }, 0, digest)
    expect(event).toMatchObject({ valid: true, problems: [], bug: 'It hangs' })
    expect(event).not.toHaveProperty('owner')
    expect(goodCall(kind)).toBe('{"bug":"…"}')
    expect(recordToolSchema('bug', kind)).toMatchObject({ required: ['bug'] })
    expect(Object.keys(recordToolFields('bug', kind))).toEqual(['bug', 'ref'])
  })
})

describe('the questions of a call (F6-02, F6-07, F6-10)', () => {
  const questions = (given: unknown) => questionAsked('s', { questions: given }, null, digest).event.questions

  it('each is one, with its options as they are', () => {
    const given = Array.from({ length: 20 }, (_, index) => ({
      question: `Question ${index}?`,
      header: 'h',
      options: [{ label: 'Yes' }, { label: 'Yes' }, { label: 'a|b\nc]' }],
    }))
    expect(questions(given)).toHaveLength(20)
    expect(questions(given)[0]).toMatchObject({ options: ['Yes', 'Yes', 'a|b\nc]'], multiple: false })
  })

  it('keeps what the agent says of each option, in their order', () => {
    const options = ['A', { label: 'B', description: 'The second' }, { description: 'No name' }, { label: 'C' }]
    expect(questions([{ question: 'Which?', options }])).toMatchObject([
      { options: ['A', 'B', 'C'], about: ['', 'The second', ''] },
    ])
    const many = Array.from({ length: 120 }, (_, at) => ({ label: `L${at}`, description: `D${at}` }))
    const [asked] = questions([{ question: 'Which?', options: many }])
    expect(asked?.about.slice(0, 100)).toEqual(many.slice(0, 100).map(({ description }) => description))
    expect(asked?.about).toHaveLength(asked?.options.length ?? 0)
    expect(questions([{ question: 'Which?', options: ['A', { label: 'B', description: 7 }] }])[0]?.about).toEqual([])
  })

  it('malformed ones are read as far as they go', () => {
    expect(questions([])).toEqual([])
    expect(questions(undefined)).toEqual([])
    expect(questions('[{"question":"Which?","options":["a"]}]')).toMatchObject([{ question: 'Which?', options: ['a'] }])
    expect(questions('Which one?')).toMatchObject([{ question: 'Which one?' }])
    expect(questions([{ header: 'Colour' }, null])).toMatchObject([{ question: 'Colour' }, { question: '' }])
  })
  it('a text that is too long for JSON is one question', () => {
    const text = JSON.stringify([{ question: 'Which?', options: ['a'] }])
    expect(questions(text.padEnd(250_000))[0]?.question).toBe('Which?')
    expect(questions(text.padEnd(250_001))[0]?.question).toContain('[{')
  })
})

describe('a record as one text', () => {
  it('is read up to a length', () => {
    const text = JSON.stringify({ question: 'Which?' })
    expect(submit(text.padEnd(250_000))).toMatchObject({ question: 'Which?' })
    expect(submit(text.padEnd(250_001))).toMatchObject({ question: null, valid: false })
  })
})
