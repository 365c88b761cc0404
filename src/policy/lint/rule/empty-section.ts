import type { Check } from '../context.ts'

/** Sections below which there is no rule: what they say holds for nothing. */
export const emptySection: Check = {
  code: 'empty-section',
  run: ({ document: { sections = {}, rules }, problem }) =>
    Object.keys(sections)
      .filter((name) => !rules.some(({ section }) => section === name))
      .map((name) => {
        const message = `There is no rule in the section "${name}": remove it, or put its rules below it`
        return problem(['sections', name], message, { key: true, severity: 'warning' })
      }),
}
