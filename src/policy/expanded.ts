import { stringify } from 'yaml'
import type { ResolvedDocument } from './resolve.ts'

/** A policy after all its layers as one file that stands alone, with its workflow written out; it decides the same. */
export function expandedText(document: ResolvedDocument): string {
  const { workflow, ...rest } = document
  const note = workflow === undefined ? '' : ', its workflow written out'
  const heading = `# What the policy "${document.name}" becomes with all its layers${note}: generated, do not edit.\n`
  return heading + stringify(rest, { lineWidth: 0, aliasDuplicateObjects: false })
}
