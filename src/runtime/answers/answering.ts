import type { Forest } from '../forest.ts'
import type { RecordView } from '../page/record-view.ts'
import type { Ports } from '../ports.ts'
import type { Answered, Runtime } from '../runtime.ts'
import type { Tree } from '../tree.ts'
import { giveWord } from './give-word.ts'
import { recordRow } from './record-rows.ts'

/** Keeps a person's word in the store, takes it in wherever it closes something, and shows it on the page. */
export function createAnswering(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  forest: Forest,
  records: RecordView,
  takeIn: (tree: Tree) => void,
): Runtime['answer'] {
  return (_session, entry, word): Answered => {
    const project = store.project()
    if (!project.ok) return { result: 'refused', code: 'not-written', why: project.problem.message, page: null }
    // What waits to be written is an entry of the store only then.
    for (const tree of forest.trees()) forest.retry(tree)
    const heard = giveWord(project.value, entry, word, clock.now())
    if (heard.result === 'refused') return { ...heard, page: null }
    for (const tree of forest.trees()) {
      // It was written past the trees, by the connection that they look for others with.
      tree.stored.version = null
      takeIn(tree)
    }
    records.news(heard.entries.map(({ root, record }) => recordRow(root, record, false)))
    return { ...heard, page: records.deliver() }
  }
}
