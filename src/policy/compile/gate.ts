import type { Expression, Gate } from '../../core/policy.ts'
import type { TextCompiler } from './text.ts'
import type { ResolvedDocument } from '../layers/resolve.ts'
import type { RuleDocument } from '../schema/rule.ts'
import type { Path } from '../yaml/tree.ts'

export interface GateReader {
  /** That the policy is active; null: it always is. */
  ofPolicy: Gate | null
  /** The gates that a rule stands behind; rules behind the same one share it. */
  of: (rule: RuleDocument) => Gate[]
}

/** Conditions are compiled when somebody first looks at them, so that a start does not wait. */
export function gateReader(document: ResolvedDocument, compiler: TextCompiler, whenAsked: boolean): GateReader {
  const { name, description, active, sections = {} } = document
  const gate = (id: string, about: string | undefined, when: Gate['when'], path: Path): Gate => {
    const head = { id, description: about ?? null }
    if (!whenAsked) return { ...head, when: compiler.expression(when, path) }
    let whole: { when: Expression } | null = null
    return {
      ...head,
      get when() {
        whole ??= { when: compiler.expression(when, path) }
        return whole.when
      },
    }
  }
  const ofPolicy = active === undefined ? null : gate(name, description, active, ['active'])
  const ofSections = new Map(
    Object.entries(sections).flatMap(([section, given]) =>
      given.when === undefined
        ? []
        : [
            [
              section,
              gate(`${name}, ${section}`, given.description, given.when, ['sections', section, 'when']),
            ] as const,
          ],
    ),
  )
  const of = (rule: RuleDocument): Gate[] => {
    const section = rule.section === undefined ? undefined : sections[rule.section]
    const isAlways = rule.active === 'always' || section?.active === 'always'
    const own = rule.section === undefined ? undefined : ofSections.get(rule.section)
    return [...(ofPolicy === null || isAlways ? [] : [ofPolicy]), ...(own === undefined ? [] : [own])]
  }
  return { ofPolicy, of }
}
