import type { Path } from '../../yaml/tree.ts'
import { nearest } from '../../problems/suggest.ts'
import type { Check, LintContext, Reference } from '../context.ts'

/** Names that nothing uses: often a typo elsewhere, or a text where a template was meant. */
export const unusedName: Check = {
  code: 'unused-name',
  run: ({ document, references, usedConditions, read, file, at, problem }) => {
    const referenced = (what: string) =>
      new Set(references.filter((each) => each.what === what).map(({ name }) => name))
    const slots = referenced('slot')
    const counted = new Set(document.rules.filter(({ limit }) => limit !== undefined).map(({ id }) => id))
    const templates = referenced('template')
    const uses: [string, object | undefined, (name: string) => boolean][] = [
      ['conditions', document.conditions, (name) => usedConditions.has(name)],
      ['templates', document.templates, (name) => templates.has(name)],
      ['params', document.params, (name) => read.has(`params.${name}`)],
      ['memory', document.memory, (name) => read.has(`memory.${name}`) || slots.has(name) || counted.has(name)],
      ['facts', document.facts, (name) => read.has(`facts.${name}`)],
    ]
    const made = placesOfWorkflow(document, at)
    const isOwn = (path: Path): boolean => {
      const place = at(path, { key: true })
      return place.file === file && !made.has(JSON.stringify(place))
    }
    const used = usedNames(references, read)
    return uses.flatMap(([section, names = {}, isUsed]) =>
      Object.keys(names)
        .filter((name) => !isUsed(name) && isOwn([section, name]))
        // Where it is meant is told already, with this name.
        .filter((name) => !used.some((each) => each.section === section && isMeant(name, each.name, names)))
        .map((name) =>
          problem([section, name], `"${section}.${name}" is never used: remove it, or use it`, {
            key: true,
            severity: 'warning',
          }),
        ),
    )
  },
}

interface Used {
  section: string
  name: string
}

const sections: Partial<Record<Reference['what'], string>> = {
  condition: 'conditions',
  template: 'templates',
  slot: 'memory',
}

/** All names that are used, by the section that would declare them. */
const usedNames = (references: readonly Reference[], read: ReadonlySet<string>): Used[] => [
  ...references.map(({ what, name }) => ({ section: sections[what] ?? '', name })),
  ...[...read].map((path) => path.split('.')).map(([section = '', name = '']) => ({ section, name })),
]

const isMeant = (name: string, written: string, names: object): boolean =>
  !Object.hasOwn(names, written) && nearest(written, Object.keys(names)) === name

/** Where that stands which a workflow was written out from: nobody can remove what it makes. */
function placesOfWorkflow({ workflow }: LintContext['document'], at: LintContext['at']): ReadonlySet<string> {
  const states = Object.keys(workflow?.states ?? {}).map((name): Path => ['workflow', 'states', name])
  const paths: Path[] = workflow ? [['workflow'], ...states] : []
  return new Set(paths.map((path) => JSON.stringify(at(path, { key: true }))))
}
