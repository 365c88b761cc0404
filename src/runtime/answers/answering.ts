import type { Forest } from '../nights/forest.ts'
import type { FindKind } from '../page/kinds.ts'
import type { RecordView } from '../page/record-view.ts'
import type { Ports } from '../ports.ts'
import type { Answered, Runtime } from '../runtime.ts'
import type { Tree } from '../nights/tree.ts'
import { giveWord } from './give-word.ts'
import { recordRow } from './record-rows.ts'

/** Keeps a person's word in the store, takes it in wherever it closes something, and shows it on the page. */
export function createAnswering(
  { clock }: Pick<Ports, 'clock'>,
  forest: Forest,
  kinds: FindKind,
  records: RecordView,
  takeIn: (tree: Tree) => void,
): Runtime['answer'] {
  return (_session, entry, word): Answered => {
    // What waits to be written is an entry of the store only then.
    for (const tree of forest.trees()) forest.retry(tree)
    const given = forest.beside((project) => giveWord(project, kinds, entry, word, clock.now()))
    if (!given.ok) return { result: 'refused', code: 'not-written', why: given.problem.message, page: null }
    const heard = given.value
    if (heard.result === 'refused') return { ...heard, page: null }
    for (const tree of forest.trees()) takeIn(tree)
    records.news(heard.entries.map(({ root, record }) => recordRow(root, record, false)))
    return { ...heard, page: records.deliver() }
  }
}
