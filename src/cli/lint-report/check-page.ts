import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckCode } from '../../policy/problems/checks.ts'
import { packageRoot } from '../policies/sources.ts'

/**
 * The page of a check, in Markdown. The build puts the pages in the place of this module: a report may be read where
 * there is no package at all.
 */
export function checkPage(code: CheckCode): string {
  return readFileSync(join(packageRoot(), 'docs/lint', `${code}.md`), 'utf8')
}
