import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { questionAsked } from '../../src/decode/question.ts'
import { recordSubmitted } from '../../src/decode/record-call.ts'
import { digest } from '../host/fakes.ts'
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

  it('malformed ones are read as far as they go', () => {
    expect(questions([])).toEqual([])
    expect(questions(undefined)).toEqual([])
    expect(questions('[{"question":"Which?","options":["a"]}]')).toMatchObject([{ question: 'Which?', options: ['a'] }])
    expect(questions('Which one?')).toMatchObject([{ question: 'Which one?' }])
    expect(questions([{ header: 'Colour' }, null])).toMatchObject([{ question: 'Colour' }, { question: '' }])
  })
})
