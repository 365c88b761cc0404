import { expect, test } from 'vitest'
import { recordToolSchema } from '../../src/host/record-tool/schema.ts'
import { loadPolicies } from '../../src/policy/load.ts'
import { sourcesOf } from '../support/builtin-sources.ts'
import { blockerKind } from '../support/kinds.ts'

const text = (description: string) => ({ type: 'string', description })

test('the blocker tool is what its policy declares', () => {
  expect(recordToolSchema('blocker', blockerKind)).toEqual({
    type: 'object',
    properties: {
      category: {
        type: 'string',
        enum: ['permission', 'architecture', 'security', 'destructive', 'question', 'other'],
        description: 'What kind of decision this is',
      },
      question: text('What the user has to decide, in one or two sentences'),
      context: text('What you were doing and what the user must know to decide'),
      whyNeeded: text('Why this needs a person'),
      blocks: text('Which work it holds up'),
      blocksProgress: {
        type: 'boolean',
        description: 'true if work waits for the answer, false if you go on with a choice of your own',
      },
      topic: text('A short label, such as Naming'),
      options: {
        type: 'array',
        items: { type: 'string' },
        description: 'The options that you found, best first',
      },
      about: {
        type: 'array',
        items: { type: 'string' },
        description: 'What the user must know of each option, in the same order',
      },
      chosenOption: text('The option that you go on with; only if you chose one'),
      chosenReasoning: text('Why you chose it'),
      ref: text('The id of an entry that was logged for you, such as b3, if this belongs to it'),
    },
    required: ['category', 'question', 'context'],
  })
})

test('each type of field is told, in the order of the policy and behind it the entry that is meant', () => {
  const { policies } = loadPolicies(['./tests/policies/fixtures/risks.yaml'], sourcesOf({}))
  const kind = policies[0]?.records['risk'] ?? expect.unreachable()
  expect(recordToolSchema('risk', kind)).toEqual({
    type: 'object',
    properties: {
      level: { type: 'string', enum: ['low', 'high'], description: 'How bad it is' },
      risk: text('What may happen'),
      who: text('Whose it is'),
      likely: { type: 'number', description: 'How likely it is, from 0 to 1' },
      days: { type: 'integer', description: 'Days that are left' },
      blocks: { type: 'boolean', description: 'Whether work waits' },
      holds: text('Which work waits'),
      ways: { type: 'array', items: { type: 'string' }, description: 'What could be done' },
      ref: text('The id of an entry that was logged for you, such as r3, if this belongs to it'),
    },
    required: ['level', 'risk'],
  })
})
