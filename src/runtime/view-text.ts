import { inactive } from '../core/judging/account.ts'
import { commandWords } from '../core/judging/command.ts'
import type { Moment } from '../core/decision.ts'
import type { DomainEvent } from '../core/event.ts'
import type { View } from '../core/vocabulary.ts'
import type { Elsewhere } from './answers/elsewhere.ts'
import { foreignIn } from './nights/foreign.ts'
import type { Forest } from './nights/forest.ts'
import { modeOf, type RuntimeOptions } from './options.ts'
import type { Ports } from './ports.ts'
import type { Edited, RecordView } from './page/record-view.ts'
import type { Runtime } from './runtime.ts'
import { advance, titleOf, type Tree } from './nights/tree.ts'
import { clarifyText } from './views/clarify.ts'
import { exportPage, wantsSummary, writeExport } from './views/export.ts'
import { listText } from './views/list.ts'
import { forgotten, reloadText } from './views/reload.ts'
import { reportText } from './views/report.ts'
import { statusText } from './views/status.ts'
import { summaryLines } from './views/summary.ts'
import { waitingLines } from './views/waiting.ts'
import { inactiveLines, whyText } from './views/why.ts'
import { wordText } from './views/word.ts'
import { oneLine } from './text/visible.ts'

/** The text of a view that a rule shows; `export` writes its file, `reload` takes the current policies, a word is kept. */
export type ViewText = (tree: Tree, view: View, event: DomainEvent, on: boolean) => string

export function createViewText(
  ports: Ports,
  options: RuntimeOptions,
  forest: Forest,
  records: RecordView,
  answer: Runtime['answer'],
  elsewhere: Elsewhere,
): ViewText {
  const { zone } = ports.clock

  function edited(tree: Tree): Edited[] {
    records.deliver()
    return records.edited(tree.state.records.map(({ id }) => id))
  }

  const waits = (tree: Tree): string[] => waitingLines(tree.state, tree.gate.obstacle, zone)

  /** The policies that are not active now, and why. */
  function asleep(tree: Tree, event: DomainEvent): string[] {
    const moment: Moment = {
      session: forest.facts(tree, tree.root),
      now: ports.clock.now(),
      zone,
      read: () => null,
      project: (file) => ({ status: 'absent', problem: null, file, data: null }),
      digest: ports.digest,
      without: [],
    }
    return inactiveLines(inactive(tree.policies.set, tree.state, event, moment))
  }

  function status(tree: Tree, on: boolean): string {
    const current = options.policies().hash
    return statusText({
      on,
      state: tree.state,
      set: tree.policies.set,
      hash: tree.policies.hash,
      newerHash: current === tree.policies.hash ? null : current,
      root: tree.root.id,
      obstacle: tree.gate.obstacle,
      pages: records.pages(tree.policies.set),
      edited: edited(tree),
      foreign: foreignIn(ports.store, tree.unsealed.size),
      problem: forest.waits(tree) ?? records.problem() ?? tree.problem,
      channels: options.channels?.() ?? [],
      zone,
    })
  }

  function reload(tree: Tree): string {
    const before = tree.policies
    const after = options.policies()
    const changes = forgotten(before.set, after.set, tree.state)
    if (before.hash !== after.hash) {
      tree.policies = after
      forest.nameSet(tree, changes)
    }
    return reloadText(before, after, changes)
  }

  return (tree, view, event, on) => {
    switch (view) {
      case 'status':
        return status(tree, on)
      case 'list':
        return listText(tree.policies.set, tree.state.records, edited(tree), waits(tree), zone)
      case 'clarify':
        return clarifyText(
          tree.policies.set,
          tree.state.records,
          wordsOf(tree, event),
          modeOf(options, tree.root.id) !== 'run',
        )
      case 'report':
        return reportText(
          summaryLines(tree.policies.set, tree.state, zone, oneLine),
          elsewhere(tree.root.id),
          records.pages(tree.policies.set),
        )
      case 'why':
        return whyText(tree.policies.set, tree.told, [...asleep(tree, event), ...waits(tree)], zone)
      case 'export': {
        const words = wordsOf(tree, event)
        if (wantsSummary(words)) return summaryLines(tree.policies.set, tree.state, zone, oneLine).join('\n')
        const at = tree.state.records[0]?.at ?? advance(tree, ports.clock.now())
        const page = exportPage(tree.policies.set, tree.state, { root: tree.root.id, title: titleOf(tree), at }, zone)
        return writeExport(ports.files, options.directory, words, page)
      }
      case 'reload':
        return reload(tree)
      case 'answer':
      case 'allow':
      case 'never':
        return wordText(view, wordsOf(tree, event), (id, word) => answer(tree.root, id, word))
    }
  }
}

/** What a person wrote behind a command's action, without what it does not take. */
const wordsOf = (tree: Tree, event: DomainEvent): string =>
  event.type === 'command.run' ? commandWords(tree.policies.set, event).taken : ''
