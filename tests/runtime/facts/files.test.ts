import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesFact } from '../../../src/runtime/facts/files.ts'
import { nodeFiles } from '../../../src/runtime/files/node-files.ts'

const root = mkdtempSync(join(tmpdir(), 'files-fact-'))
const put = (path: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), 'x')
}
for (const path of ['specs/b/spec.md', 'specs/a/spec.md', 'specs/a/plan.md', 'other/spec.md', 'state/graph.1.json'])
  put(path)
symlinkSync(join(root, 'other'), join(root, 'specs/linked'))

const paths = (like: string[], within: string[]) => filesFact(nodeFiles(), root, { like, within })

test('the fact files lists what fits, in order, and follows no link', () => {
  expect(paths(['**/spec.md'], ['specs/**/*.md'])).toEqual({ paths: ['specs/a/spec.md', 'specs/b/spec.md'] })
  expect(paths(['**'], ['state/graph.*.json', 'state/*.json'])).toEqual({ paths: ['state/graph.1.json'] })
})

test('the fact files leaves the project alone', () => {
  expect(paths(['**'], ['../**', '/etc/*', 'specs/../../**'])).toEqual({ paths: [] })
  expect(paths(['**'], ['nowhere/**'])).toEqual({ paths: [] })
  expect(paths(['**'], ['specs/linked/**'])).toEqual({ paths: [] })
})
