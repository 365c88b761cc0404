import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { renderIndex, renderPage } from '../scripts/lint-docs/page.ts'
import { type CheckCode, checks } from '../src/policy/problems/checks.ts'
import { sourceFiles } from './support/source-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'docs/lint')
const codes = Object.keys(checks) as CheckCode[]
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

describe('the pages of the checks', () => {
  test('there is one for each check and none beside', () => {
    const pages = readdirSync(folder).filter((name) => name !== 'README.md')
    expect(pages.map((name) => name.replace(/\.md$/, '')).sort()).toEqual([...codes].sort())
  })

  test('every file of a check has its code in the list', () => {
    const found = sourceFiles('src/policy/lint').flatMap(({ text }) => [...text.matchAll(/^ {2}code: '([a-z-]+)'/gm)])
    expect(found.length).toBeGreaterThan(30)
    expect(found.map(([, code]) => code).filter((code) => !codes.some((each) => each === code))).toEqual([])
  })

  test('the index is up to date', () => {
    expect(read('README.md')).toBe(renderIndex())
  })

  test.each(codes)('%s: the bad examples have exactly this finding, the good ones none', (code) => {
    const page = read(`${code}.md`)
    const { text, examples } = renderPage(code, page, root)
    const bad = examples.filter(({ isGood }) => !isGood)
    const good = examples.filter(({ isGood }) => isGood)
    expect([bad.length > 0, good.length > 0]).toEqual([true, true])
    for (const { problems } of bad) {
      expect(new Set(problems.map((problem) => problem.code))).toEqual(new Set([code]))
      expect(new Set(problems.map(({ severity }) => severity))).toEqual(new Set([checks[code].severity]))
    }
    expect(good.flatMap(({ problems }) => problems)).toEqual([])
    expect(page, 'run: node scripts/run.mjs scripts/lint-docs/main.ts').toBe(text)
  })
})
