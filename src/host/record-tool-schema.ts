import type { Json } from '../core/event.ts'

export type FieldSchema = { [key: string]: Json }

/** What the agent is told of a record tool's fields, as JSON Schema. The host only shows it and checks nothing. */
export function recordToolFields(categories: readonly string[]): Record<string, FieldSchema> {
  const text = (description: string): FieldSchema => ({ type: 'string', description })
  return {
    category: { type: 'string', enum: [...categories], description: 'What kind of decision this is' },
    question: text('What the user has to decide, in one or two sentences'),
    context: text('What you were doing and what the user must know to decide'),
    blocksProgress: {
      type: 'boolean',
      description: 'true if work waits for the answer, false if you go on with a choice of your own',
    },
    ref: text('The id of an entry that was logged for you, such as b3, if this belongs to it'),
    topic: text('A short label, such as Naming'),
    whyNeeded: text('Why this needs a person'),
    blocks: text('Which work it holds up'),
    options: {
      type: 'array',
      items: { type: 'string' },
      description: 'The options that you found, best first',
    },
    chosenOption: text('The option that you go on with; only if you chose one'),
    chosenReasoning: text('Why you chose it'),
  }
}

const required = ['category', 'question', 'context', 'blocksProgress']

/** The whole schema. The host by itself would require every field. */
export function recordToolSchema(categories: readonly string[]): FieldSchema {
  return { type: 'object', properties: recordToolFields(categories), required: [...required] }
}
