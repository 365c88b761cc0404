import type { PolicySet } from '../../core/policy.ts'
import type { TreeState } from '../../core/state.ts'
import { confine } from '../files/confine.ts'
import { failureText } from '../text/failure-text.ts'
import { inlineMarkdown } from '../text/inline-markdown.ts'
import type { Files } from '../ports.ts'
import { isTicked, kindOf } from '../page/kinds.ts'
import { entryLines, type SessionName, sectionHeading, sessionHeading } from '../page/markdown.ts'
import { bySection } from './sections.ts'
import { summaryLines } from './summary.ts'

const firstLine = '<!-- Written by opencode-diverter export; written anew each time, edits here are lost. -->'
const firstWords = '<!-- Written by opencode-diverter export'
const defaultFile = 'blockers-export.md'

/** All records of a session tree, grouped, with the outcome and what is to be done on top. */
export function exportPage(set: PolicySet, state: TreeState, session: SessionName, zone: string): string {
  const groups = bySection(set, state.records).flatMap(({ title, records }) => [
    '',
    sectionHeading(title),
    ...records.flatMap((record) => {
      const kind = kindOf(set, record.kind)
      return entryLines(kind, record, isTicked(kind, record), zone)
    }),
  ])
  const summary = summaryLines(set, state, zone, inlineMarkdown)
  return [firstLine, sessionHeading(session, zone), '', ...summary, ...groups, ''].join('\n')
}

/** Whether only the summary is wanted, without a file. */
export const wantsSummary = (words: string): boolean => words.toLowerCase().split(/\s+/).includes('--summary')

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
