import { stringify } from 'yaml'
import type { ResolvedDocument } from './resolve.ts'
import type { RuleDocument, SectionDocument } from '../schema/rule.ts'

/** A policy after all its layers as one file that stands alone, with its workflow written out; it decides the same. */
export function expandedText(document: ResolvedDocument): string {
  const { workflow, sections, rules, ...rest } = document
  const note = workflow === undefined ? '' : ', its workflow written out'
  const heading = `# What the policy "${document.name}" becomes with all its layers${note}: generated, do not edit.\n`
  return heading + stringify({ ...rest, rules: withSections(document) }, { lineWidth: 0, aliasDuplicateObjects: false })
}

type WrittenItem = Omit<RuleDocument, 'section'> | ({ section: string } & SectionDocument)

/** The rules with their sections as items of the list again. */
function withSections({ rules, sections = {} }: ResolvedDocument): WrittenItem[] {
  return rules.flatMap(({ section, ...rule }, index): WrittenItem[] =>
    section === undefined || section === rules[index - 1]?.section ? [rule] : [{ section, ...sections[section] }, rule],
  )
}
