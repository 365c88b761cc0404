import type { PolicySet } from '../../core/policy.ts'
import type { TreeState } from '../../core/state.ts'
import { confine } from '../confine.ts'
import { failureText } from '../failure-text.ts'
import { inlineMarkdown } from '../inline-markdown.ts'
import type { Files } from '../ports.ts'
import { entryLines, sectionHeading, sessionHeading } from '../record-markdown.ts'
import { bySection } from './sections.ts'

const firstLine = '<!-- Written by opencode-diverter export; written anew each time, edits here are lost. -->'
const firstWords = '<!-- Written by opencode-diverter export'
const defaultFile = 'blockers-export.md'

/** All records of a session tree, grouped: what is open first, with the run's outcome on top. */
export function exportPage(set: PolicySet, state: TreeState, root: string, now: number): string {
  const { run } = state
  const ended =
    run.reason === null ? run.state : `${run.state} (${run.reason}${run.detail === null ? '' : `: ${run.detail}`})`
  const open = state.records.filter(({ status }) => status === 'open').length
  const groups = bySection(set, state.records).flatMap(({ title, checked, records }) => [
    '',
    sectionHeading(title),
    ...records.flatMap((record) => entryLines(record, checked || record.status !== 'open')),
  ])
  const summary = `Run: ${inlineMarkdown(ended)}. ${state.records.length} recorded, ${open} open.`
  return [firstLine, sessionHeading(root, now), '', summary, ...groups, ''].join('\n')
}

/** Writes the page, but never over a file that it did not write; the answer for the person. */
export function writeExport(files: Files, directory: string, wanted: string, page: string): string {
  const name = wanted.trim() === '' ? defaultFile : wanted.trim()
  try {
    const place = confine(files, directory, name)
    if ('refused' in place) return place.refused
    const old = files.read(place.path)
    if (old !== null && old !== '' && !old.startsWith(firstWords)) {
      return `Cannot export to ${name}: the file was not written by an export; name another file`
    }
    files.replace(place.path, page)
    return `Exported to ${name}.`
  } catch (error) {
    return `Cannot export to ${name}: ${failureText(error)}`
  }
}
