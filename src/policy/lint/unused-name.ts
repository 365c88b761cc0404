import type { Check } from './context.ts'

/** Names that nothing uses: often a typo elsewhere, or a text where a template was meant. */
export const unusedName: Check = {
  code: 'unused-name',
  run: ({ document, references, usedConditions, read, file, at, problem }) => {
    const referenced = (what: string) =>
      new Set(references.filter((each) => each.what === what).map(({ name }) => name))
    const slots = referenced('slot')
    const templates = referenced('template')
    const uses: [string, object | undefined, (name: string) => boolean][] = [
      ['conditions', document.conditions, (name) => usedConditions.has(name)],
      ['templates', document.templates, (name) => templates.has(name)],
      ['params', document.params, (name) => read.has(`params.${name}`)],
      ['memory', document.memory, (name) => read.has(`memory.${name}`) || slots.has(name)],
      ['facts', document.facts, (name) => read.has(`facts.${name}`)],
    ]
    return uses.flatMap(([section, names, isUsed]) =>
      Object.keys(names ?? {})
        .filter((name) => !isUsed(name) && at([section, name], { key: true }).file === file)
        .map((name) =>
          problem([section, name], `"${section}.${name}" is never used: remove it, or use it`, {
            key: true,
            severity: 'warning',
          }),
        ),
    )
  },
}
