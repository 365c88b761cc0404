import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { findCases } from '../src/cli/policies/cases.ts'
import { runProgram } from '../src/cli/program.ts'
import { optionAliases, pastOptions } from '../src/policy/options/read.ts'
import { journal, night } from './cli/night.ts'
import { anchorsOf, type Block, blocksOf, linksOf, namedFiles, sectionOf } from './support/docs/markdown.ts'
import { referenceTables, shipped } from './support/docs/reference.ts'
import { tableNames, unwritten, withTables } from './support/docs/tables.ts'
import { putNight } from './support/folder-store.ts'
import { memoryIo } from './support/memory-io.ts'

const root = process.cwd()
/** Each command line is a program of its own: slow on a busy machine. */
const patient = { timeout: 120_000 }
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A project that holds the files of the given blocks. */
function projectOf(blocks: readonly Block[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'diverter-docs-')))
  folders.push(folder)
  for (const { file, text } of blocks) {
    if (file === null) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

async function run(folder: string, words: readonly string[]): Promise<{ code: number; output: string }> {
  const io = memoryIo(folder)
  const code = await runProgram(words, '0.0.0', io)
  return { code, output: io.output() + io.errors() }
}

describe('tables', async () => {
  const tables = await referenceTables(root)

  test.each(pages)('%s says what the code says; DOCS=write npx vitest run tests/docs.test.ts mends it', (page) => {
    const text = textOf(page)
    const wanted = withTables(text, tables)
    if (process.env['DOCS'] === 'write' && wanted !== text) writeFileSync(join(root, page), wanted)
    expect(textOf(page)).toBe(wanted)
    expect(unwritten(wanted), 'rows that nobody has described').toEqual([])
    expect(tableNames(text).filter((name) => !(name in tables))).toEqual([])
  })

  test('every table stands on a page', () => {
    const shown = pages.flatMap((page) => tableNames(textOf(page)))
    expect(Object.keys(tables).filter((name) => !shown.includes(name))).toEqual([])
  })
})

describe('examples', patient, () => {
  const kinds = ['policy', 'config', 'case', 'event']
  const ours = /^(?:rules|extends|policies|builtin|steps):/m
  const examples = pages.flatMap((page) => blocksOf(textOf(page)).map((block) => ({ page, ...block })))
  const yaml = examples.filter(({ language }) => language === 'yaml')
  const sections = [...new Set(yaml.map(({ page, section }) => `${page}: ${section}`))]

  test('there are some, and what is ours says what it is and which file it stands for', () => {
    expect(yaml.length).toBeGreaterThan(5)
    const unclear = yaml.filter(({ kind, file, text }) =>
      kind === null ? ours.test(text) : !kinds.includes(kind) || file === null,
    )
    expect(unclear.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  })

  test('other YAML can be read', () => {
    const broken = yaml.filter(({ text }) => parseDocument(text).errors.length > 0)
    expect(broken.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  })

  test.each(sections)('lint finds nothing in %s', async (name) => {
    const blocks = yaml.filter(({ page, section }) => `${page}: ${section}` === name)
    const files = blocks.flatMap(({ kind, file }) => (kind === 'event' ? [] : (file ?? [])))
    if (files.length === 0) return
    const { code, output } = await run(projectOf(blocks), ['lint', ...files])
    expect(code, output).toBe(0)
  })

  test.each(sections)('cases hold in %s', async (name) => {
    const folder = projectOf(yaml.filter(({ page, section }) => `${page}: ${section}` === name))
    const { cases } = findCases(['.'], folder)
    if (cases.length === 0) return
    const { code, output } = await run(folder, ['test', '-u', ...cases])
    expect(code, output).toBe(0)
  })

  test('a JSON example can be read', () => {
    const json = examples.filter(({ language }) => language === 'json')
    expect(json.length).toBeGreaterThan(0)
    for (const { text } of json) expect(JSON.parse(text)).toBeTypeOf('object')
  })
})

describe('commands', patient, () => {
  test('every npm script that a page names exists', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
    const named = pages.flatMap((page) => [...textOf(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name))
    expect(named).toContain('demo')
    expect(named).toContain('check')
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  test('README gives each of the two set-ups in one line', () => {
    const lines = textOf('README.md').split('\n')
    expect(lines).toContain('npm ci && npm run demo')
    expect(lines).toContain('npm ci && npm run check')
  })

  test('every option of the program that README names exists', async () => {
    const { output } = await run(root, ['--help'])
    expect(output).toContain('lint')
    const calls = [...textOf('README.md').matchAll(/opencode-diverter ([a-z]+)([^\n`]*)/g)]
    expect(calls.length).toBeGreaterThan(3)
    for (const [, command = '', rest = ''] of calls) {
      const help = await run(root, [command, '--help'])
      expect(help.code, command).toBe(0)
      for (const [option] of rest.matchAll(/(?<= )--?[a-z-]+/g))
        expect(help.output, `${command} ${option}`).toContain(option)
    }
  })

  const blocks = blocksOf(textOf('README.md')).filter(({ section }) => section === 'Policies in your team')
  const lines = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'))
    .map((line) => line.replace(/\s+#.*$/, ''))

  test('every command of the program is shown in "Policies in your team", but those for the morning, for whoever is away, for trust, for old nights, for faults, for a first look, for a shell and for this repository', async () => {
    const { program } = await referenceTables(root)
    const shown = new Set(lines.map((line) => line.split(/\s+/)[2]))
    const names = (program?.rows ?? []).map(([name = '']) => name.replaceAll('`', ''))
    expect(names).toContain('replay')
    expect(names.filter((name) => !shown.has(name))).toEqual([
      'morning',
      'prune',
      'import',
      'answer',
      'grants',
      'trust',
      'page',
      'notify',
      'fault',
      'doctor',
      'completion',
      'schema',
    ])
  })

  test('every command of "Policies in your team" runs clean in a project with the files and the night that it speaks of', async () => {
    const folder = projectOf(blocks)
    const left = night()
    cpSync(join(left.folder, journal), join(folder, 'NIGHT.jsonl'))
    left.remove()
    putNight(folder, 'S1', readFileSync(join(folder, 'NIGHT.jsonl'), 'utf8'))
    for (const line of lines) {
      const words = line.replace('SESSION', 'S1').split(/\s+/)
      expect(words.slice(0, 2), line).toEqual(['npx', 'opencode-diverter'])
      const { code, output } = await run(folder, words.slice(2))
      expect(code, `${line}\n${output}`).toBe(0)
    }
  })
})

describe('names', () => {
  test.each(pages)('links of %s lead somewhere', (page) => {
    const broken = linksOf(textOf(page)).filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : posix.join(posix.dirname(page), path)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  test.each(pages)('files that %s names exist', (page) => {
    expect(namedFiles(textOf(page)).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('old option names are mapped to params that exist', () => {
    const rows = sectionOf(textOf('README.md'), 'Options of earlier drafts')
      .split('\n')
      .filter((line) => line.startsWith('| '))
    const params = new Set(Object.keys(shipped(root, 'blockers').params ?? {}))
    const named = rows.flatMap((row) =>
      [...(row.split('|')[2] ?? '').matchAll(/param `(\w+)/g)].map(([, name = '']) => name),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !params.has(name))).toEqual([])
    for (const [option, { param }] of Object.entries(optionAliases))
      expect(
        rows.filter((row) => row.startsWith(`| \`${option}\` | param \`${param}\``)),
        option,
      ).toHaveLength(1)
    for (const option of Object.keys(pastOptions))
      expect(
        rows.filter((row) => row.startsWith(`| \`${option}\` | nothing, and says so`)),
        option,
      ).toHaveLength(1)
  })

  test('CONTRIBUTING lists every folder of the source, and no other', () => {
    const map = blocksOf(textOf('CONTRIBUTING.md'))[0]?.text ?? ''
    const listed = [...map.matchAll(/^ {2}(\w+)\/ /gm)].map(([, name = '']) => name)
    const there = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(listed.sort()).toEqual(there.map(({ name }) => name).sort())
  })
})
