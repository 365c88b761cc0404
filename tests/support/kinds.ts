import type { RecordKind } from '../../src/core/records/kind.ts'
import { loadPolicies } from '../../src/policy/load.ts'
import { sourcesOf } from './builtin-sources.ts'

/** What a policy of a test says of a kind with the fields of a blocker: lines of YAML, of which `separator` makes one text. */
export const blockerForm = (categories: readonly string[], separator = ', '): string =>
  [
    'title: question',
    'label: [topic, category]',
    'answer: options',
    `fields: { ${[category(categories), ...otherFields].join(', ')} }`,
  ].join(separator)

const category = (values: readonly string[]): string =>
  `category: { type: enum, required: true, values: [${values.join(', ')}] }`

const otherFields = [
  'question: { type: string, required: true, description: what to decide }',
  'context: { type: string, shown: Context }',
  'why: { type: string, as: whyNeeded, shown: Why needed }',
  'holds: { type: string, as: blocks, shown: Blocks }',
  'blocks: { type: boolean, as: blocksProgress, shown: Blocks, required: { "!": { var: record.chosen } } }',
  'topic: { type: string }',
  'options: { type: list, shown: Options researched }',
  'chosen: { type: string, as: chosenOption, shown: ✓ Chosen }',
  'reasoning: { type: string, as: chosenReasoning, beside: chosen }',
]

/** The kind that the policy `blockers` declares. */
export const blockerKind: RecordKind =
  loadPolicies(['builtin:blockers'], sourcesOf({})).policies[0]?.records['blocker'] ?? missing()

function missing(): never {
  throw new Error('The policy blockers declares no kind blocker')
}
