import { evaluate } from '../core/judging/evaluate.ts'
import type { Moment } from '../core/decision.ts'
import type { Forest } from './nights/forest.ts'
import type { Ports } from './ports.ts'
import { seenIn } from './project-file/look.ts'
import type { ProjectMemory } from './project-file/project-memory.ts'
import type { Session } from './session.ts'
import { advance, type Tree } from './nights/tree.ts'

/** Tells whether a rule instructs a session at its steps; nothing is remembered of it. */
export function createInstructed(
  { clock, digest }: Pick<Ports, 'clock' | 'digest'>,
  forest: Forest,
  project: ProjectMemory,
  reader: (root: Session) => Moment['read'],
  fault: (where: string, error: unknown, about: Session) => string,
): (tree: Tree, session: Session) => boolean {
  return (tree, session) => {
    const { effects } = evaluate(
      tree.policies.set,
      tree.state,
      { type: 'context.requested', purpose: 'agent' },
      {
        session: forest.facts(tree, session),
        now: advance(tree, clock.now()),
        zone: clock.zone,
        read: reader(tree.root),
        project: (file) => seenIn(project.look(tree.policies.set.policies), file),
        digest,
        without: [],
        fault: (where, error) => fault(where, error, session),
      },
    )
    return effects.some(({ effect }) => effect === 'instruct')
  }
}
