// Writes what lint says into docs/lint: node scripts/run.mjs scripts/lint-docs/main.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckCode, checks } from '../../src/policy/problems/checks.ts'
import { renderIndex, renderPage } from './page.ts'

export async function main(): Promise<number> {
  const root = process.cwd()
  const folder = join(root, 'docs/lint')
  for (const code of Object.keys(checks) as CheckCode[]) {
    const path = join(folder, `${code}.md`)
    writeFileSync(path, renderPage(code, readFileSync(path, 'utf8'), root).text)
  }
  writeFileSync(join(folder, 'README.md'), renderIndex())
  return 0
}
