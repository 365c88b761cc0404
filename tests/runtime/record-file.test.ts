import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { memoryFiles } from '../../src/rehearse/memory-files.ts'
import { type Addition, createRecordFile } from '../../src/runtime/record-file.ts'
import { pageEntries } from '../../src/runtime/record-page.ts'

const at = Date.parse('2026-02-12T22:00:00Z')
const path = '/p/blockers.md'

const entry = (id: string, parts: Partial<Addition> = {}): Addition => ({
  root: 'S1',
  id,
  section: 'Hard Blockers',
  lines: [`- [ ] **[Other]** Question ${id} (${id})`],
  at,
  ...parts,
})

function fresh() {
  const files = memoryFiles()
  return { files, page: createRecordFile(files, '/p', 'blockers.md') }
}

const text = (files: ReturnType<typeof memoryFiles>) => files.read(path) ?? ''

test('the page is a checklist under headings of session and section, each written when it changes', () => {
  const { files, page } = fresh()
  page.add([entry('b1')])
  page.add([entry('b2')])
  page.add([entry('b3', { section: 'Permissions Requested' })])
  page.add([entry('b1', { root: 'S2', section: 'Permissions Requested' })])
  expect(text(files)).toBe(`## Session: S1 — 2026-02-12T22:00:00.000Z

### Hard Blockers
- [ ] **[Other]** Question b1 (b1)
- [ ] **[Other]** Question b2 (b2)

### Permissions Requested
- [ ] **[Other]** Question b3 (b3)

## Session: S2 — 2026-02-12T22:00:00.000Z

### Permissions Requested
- [ ] **[Other]** Question b1 (b1)
`)
})

describe('people edit the page meanwhile', () => {
  test('F7-03: every byte of theirs stays, and new entries start on a line of their own', () => {
    const { files, page } = fresh()
    page.add([entry('b1')])
    const edited = `${text(files).replace('## Session: S1', 'my header').replace('[ ]', '[x]')}a note without end`
    files.replace(path, edited)
    page.add([entry('b2'), entry('b3')])
    expect(text(files).startsWith(edited)).toBe(true)
    expect(text(files).slice(edited.length)).toBe(
      '\n\n## Session: S1 — 2026-02-12T22:00:00.000Z\n\n### Hard Blockers\n- [ ] **[Other]** Question b2 (b2)\n- [ ] **[Other]** Question b3 (b3)\n',
    )
  })

  test('F7-04: an editor re-saved it with CRLF, other bullets, escaped brackets and a BOM', () => {
    const { files, page } = fresh()
    page.add([entry('b1')])
    files.replace(path, `\uFEFF${text(files).replaceAll('\n', '\r\n').replace('- [ ]', '* \\[x\\]')}`)
    page.add([entry('b2')])
    expect(pageEntries(text(files))).toMatchObject([
      { session: 'S1', id: 'b1', checked: true },
      { session: 'S1', id: 'b2', checked: false },
    ])
    expect(text(files).replaceAll('\r\n', '')).not.toContain('\n')
    files.replace(path, text(files).replace('[x', '[ '))
    const before = text(files)
    expect(page.tick('S1', 'b1')).toBeNull()
    expect(text(files)).toBe(before.replace('[ ', '[x'))
  })

  test("entries that the host's undo took away come back once", () => {
    const { files, page } = fresh()
    page.add([entry('b1')])
    const before = text(files)
    page.add([entry('b2'), entry('b3')])
    files.replace(path, before)
    expect(page.heal()).toEqual(['b2', 'b3'])
    expect(pageEntries(text(files)).map(({ id }) => id)).toEqual(['b1', 'b2', 'b3'])
    files.replace(path, before)
    expect(page.heal()).toEqual([])
    expect(text(files)).toBe(before)
  })

  test('nothing comes back while the page only grew', () => {
    const { files, page } = fresh()
    page.add([entry('b1')])
    files.replace(path, `${text(files).replace('Question b1 (b1)', 'gone')}and a long note of mine instead of it\n`)
    expect(page.heal()).toEqual([])
  })
})

describe('a page that cannot be written', () => {
  test.each(['ENOSPC', 'EROFS', 'EACCES', 'EISDIR'])('F7-10: %s is told, and the entry is written later', (code) => {
    const { files, page } = fresh()
    files.fail(code)
    expect(page.add([entry('b1')])).toContain(code)
    expect(page.add([entry('b2')])).toContain(code)
    files.fail(null)
    expect(page.add([entry('b3')])).toBeNull()
    expect(pageEntries(text(files)).map(({ id }) => id)).toEqual(['b1', 'b2', 'b3'])
    expect(page.waiting()).toBe(0)
  })

  test('since a folder stands in its place keeps all entries, and has each once when the folder is gone', () => {
    const { files, page } = fresh()
    files.replace(`${path}/inside`, 'x')
    const refusal =
      'Cannot use the file "blockers.md": it is a folder; allowed are relative paths of plain files inside the project'
    expect(page.add([entry('b1')])).toBe(refusal)
    expect(page.add([entry('b2')])).toBe(refusal)
    expect(page.retry()).toBe(refusal)
    expect(page.waiting()).toBe(2)
    expect(page.heal()).toEqual([])
    expect(page.tick('S1', 'b1')).toBe(refusal)
    expect(page.text()).toBe('')
    files.remove(`${path}/inside`)
    expect(page.retry()).toBeNull()
    expect(page.retry()).toBeNull()
    expect(pageEntries(text(files)).map(({ id }) => id)).toEqual(['b1', 'b2'])
    expect(page.waiting()).toBe(0)
  })

  test('is tried again by itself', () => {
    const { files, page } = fresh()
    files.fail('ENOSPC')
    page.add([entry('b1')])
    expect(page.retry()).toContain('the disk is full')
    files.fail(null)
    expect(page.retry()).toBeNull()
    expect(text(files)).toContain('(b1)')
  })
})

test('ticking changes one byte, at the entry of that session', () => {
  const { files, page } = fresh()
  page.add([entry('b1'), entry('b1', { root: 'S2' })])
  const before = text(files)
  expect(page.tick('S2', 'b1')).toBeNull()
  const place = before.lastIndexOf('[ ]') + 1
  expect(text(files)).toBe(`${before.slice(0, place)}x${before.slice(place + 1)}`)
  expect(page.tick('S2', 'b9')).toContain('has no entry b9')
})

test('F7-01, F7-02: four processes write 50 entries each, and every one is whole under its own session', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'writers-'))
  try {
    const program = join(folder, 'writer.mjs')
    await build({
      stdin: {
        contents: `
          import { createRecordFile } from './src/runtime/record-file.ts'
          import { nodeFiles } from './src/runtime/node-files.ts'
          const [folder, root] = process.argv.slice(2)
          const page = createRecordFile(nodeFiles(), folder, 'blockers.md')
          for (let n = 1; n <= 50; n++) {
            const long = 'x'.repeat(n % 10 === 0 ? 60000 : 200)
            const id = 'b' + n
            page.add([{ root, id, section: 'Hard', at: 0, lines: ['- [ ] **[Other]** ' + long + ' (' + id + ')', '  - **Context**: ' + root] }])
          }`,
        resolveDir: process.cwd(),
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: program,
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      logLevel: 'error',
    })
    const roots = ['S1', 'S2', 'S3', 'S4']
    await Promise.all(roots.map((root) => promisify(execFile)(process.execPath, [program, folder, root])))
    const page = readFileSync(join(folder, 'blockers.md'), 'utf8')
    const lines = page.split('\n')
    for (const root of roots) {
      expect(lines.filter((line) => line === `  - **Context**: ${root}`)).toHaveLength(50)
      // Under a heading of another session it would count as that one's.
      expect(pageEntries(page).filter(({ session }) => session === root)).toHaveLength(50)
    }
    const entries = lines.filter((line) => line.startsWith('- [ ] '))
    expect(entries).toHaveLength(200)
    expect(entries.filter((line) => !/^- \[ \] \*\*\[Other\]\*\* x{200,60000} \(b\d+\)$/.test(line))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
