import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { moduleState } from './support/module-state.ts'
import { placeOf, type SourceFile, sourceFiles, walk } from './support/source-files.ts'
import { apart } from '../vitest.config.ts'

const files = sourceFiles('src')
const core = files.filter((file) => file.path.startsWith('src/core/'))

/** What each part may import beside itself, and why. */
const rules: Record<string, { parts: string[]; packages: RegExp; because: string }> = {
  fault: {
    parts: [],
    packages: /^$/,
    because: 'every part may tell of its faults, so it knows none of them',
  },
  core: {
    parts: [],
    packages: /^(json-logic-js|handlebars|re2js|picomatch|unbash)$/,
    because: 'the core decides from values alone',
  },
  policy: {
    parts: ['core'],
    packages: /^(yaml|zod|leven)$/,
    because: 'policies are texts; who reads them knows files',
  },
  runtime: {
    parts: ['core', 'policy', 'fault', 'store'],
    packages: /^(node:.*|atomically)$/,
    because: 'the shell knows files and clocks but no host',
  },
  decode: {
    parts: ['core'],
    packages: /^node:path$/,
    because: 'what OpenCode tells becomes an event from its own words alone, for the host and for cases alike',
  },
  rehearse: {
    parts: ['core', 'policy', 'runtime', 'decode', 'store'],
    packages: /^node:path$/,
    because: 'a case runs the real runtime in a world of paper',
  },
  replay: {
    parts: ['core', 'policy', 'runtime', 'rehearse', 'decode', 'fault'],
    packages: /^$/,
    because: 'a night that was is decided again from its lines',
  },
  store: {
    parts: ['core'],
    packages: /^(node:(crypto|fs|path|sqlite)|bun:sqlite)$/,
    because:
      'it keeps texts in order and knows of them only whose word an answer is; SQLite is loaded only when it opens',
  },
  report: {
    parts: ['core', 'runtime', 'store'],
    packages: /^zod$/,
    because: 'a report is made of what the store has; who shows it writes it somewhere',
  },
  morning: {
    parts: ['core', 'runtime', 'store', 'report'],
    packages: /^(preact|preact-render-to-string|zod|node:(crypto|http))$/,
    because: 'a page shows a report and hears a person; what an answer does is said elsewhere',
  },
  notify: {
    parts: ['core', 'policy', 'runtime'],
    packages: /^node:(child_process|path)$/,
    because: 'what leaves for a person is made of decisions alone; who has a config and an environment hands them in',
  },
  suggest: {
    parts: ['core', 'policy', 'runtime', 'store', 'replay', 'report'],
    packages: /^zod$/,
    because: 'what nights teach is told from their lines; who asks loads the policies and writes the files',
  },
  channel: {
    parts: ['fault', 'store'],
    packages: /^node:(crypto|fs|os|path)$/,
    because: 'both halves of the plugin read it, and share nothing else but a key beside the store',
  },
  host: {
    parts: ['core', 'policy', 'runtime', 'decode', 'notify', 'channel', 'fault'],
    packages: /^(node:.*|@opencode-ai\/(plugin|sdk))$/,
    because: 'it is the only place that knows OpenCode 1',
  },
  host2: {
    parts: ['runtime'],
    packages: /^$/,
    because: 'what belongs to OpenCode 2 knows nothing of OpenCode 1',
  },
  tui: {
    parts: ['channel', 'fault'],
    packages: /^(node:.*|solid-js|@opentui\/solid|@opencode-ai\/plugin)$/,
    because: 'it runs beside the screen, maybe on another machine: it sees messages and no file of the project',
  },
  cli: {
    parts: [
      'core',
      'policy',
      'runtime',
      'decode',
      'rehearse',
      'replay',
      'report',
      'morning',
      'notify',
      'suggest',
      'fault',
      'store',
    ],
    packages: /^(node:.*|commander|open|picocolors|@jridgewell\/trace-mapping|@babel\/code-frame|diff|tinyglobby)$/,
    because: 'policies are checked where no OpenCode is installed',
  },
  'server.ts': { parts: ['host', 'host2'], packages: /^$/, because: 'the entry exports the plugin and nothing else' },
  'tui.ts': { parts: ['tui'], packages: /^$/, because: 'the entry exports the plugin and nothing else' },
}

function partOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** All places of a kind of node, for messages. */
function places(file: SourceFile, wanted: (node: ts.Node) => boolean): string[] {
  const found: string[] = []
  walk(file.tree, (node) => {
    if (wanted(node)) found.push(`${placeOf(file, node)} ${node.getText(file.tree).slice(0, 60)}`)
  })
  return found
}

describe('imports', () => {
  test('the check sees imports of all kinds', () => {
    const all = files.flatMap((file) => file.imports)
    expect(all.filter((one) => one.own && one.typeOnly).length).toBeGreaterThan(20)
    expect(all.filter((one) => one.own && !one.typeOnly).length).toBeGreaterThan(20)
    const packages = new Set(all.map((one) => one.target))
    expect(['handlebars', 'json-logic-js', 'yaml', 'zod'].filter((name) => !packages.has(name))).toEqual([])
  })

  test('every part has its rule', () => {
    expect([...new Set(files.map((file) => partOf(file.path)))].filter((part) => !(part in rules))).toEqual([])
  })

  test.each(Object.entries(rules))('%s imports only what it may', (part, { parts, packages, because }) => {
    const wrong = files
      .filter((file) => partOf(file.path) === part)
      .flatMap((file) => file.imports.map((one) => ({ file, one })))
      .filter(({ one }) => (one.own ? ![part, ...parts].includes(partOf(one.target)) : !packages.test(one.target)))
    expect(wrong.map(({ file, one }) => `${file.path} imports ${one.target}: ${because}`)).toEqual([])
  })

  test('OpenCode packages are imported for their types only', () => {
    const wrong = files.filter((file) =>
      file.imports.some((one) => one.target.startsWith('@opencode-ai/') && !one.typeOnly),
    )
    expect(wrong.map((file) => file.path)).toEqual([])
  })

  test('only the two drivers name a module with SQLite, and neither imports it', () => {
    const sqlite = (node: ts.Node) => ts.isStringLiteral(node) && /^(bun|node):sqlite$/.test(node.text)
    const named = files.filter((file) => places(file, sqlite).length > 0).map((file) => file.path)
    expect(named).toEqual([
      'src/store/database/builtins.d.ts',
      'src/store/database/bun.ts',
      'src/store/database/node.ts',
    ])
    const imported = files.flatMap((file) => file.imports.filter((one) => /sqlite/.test(one.target) && !one.typeOnly))
    expect(imported).toEqual([])
  })

  test('there are no cycles', () => {
    const graph = new Map(
      files.map((file) => [file.path, file.imports.filter((one) => one.own).map((one) => one.target)]),
    )
    expect(findCycle(graph)).toEqual([])
  })

  test('a cycle would be found', () => {
    expect(
      findCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b'])
  })
})

/** The first cycle as a path that begins and ends with the same file; empty if there is none. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const visit = (path: string, above: readonly string[]): string[] => {
    if (above.includes(path)) return [...above.slice(above.indexOf(path)), path]
    if (done.has(path)) return []
    for (const target of graph.get(path) ?? []) {
      const cycle = visit(target, [...above, path])
      if (cycle.length > 0) return cycle
    }
    done.add(path)
    return []
  }
  for (const path of graph.keys()) {
    const cycle = visit(path, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

describe('the core', () => {
  test('knows no product word', () => {
    expect(core.length).toBeGreaterThan(10)
    expect(core.filter((file) => /blocker|phase|opencode/i.test(file.text)).map((file) => file.path)).toEqual([])
  })

  test('has no clock, no chance, no timers, no output', () => {
    const outside = new Set(
      'console process performance crypto fetch setTimeout setInterval setImmediate queueMicrotask globalThis'.split(
        ' ',
      ),
    )
    const impure = (node: ts.Node) => {
      if (ts.isPropertyAccessExpression(node)) return /^(Date\.now|Math\.random)$/.test(node.getText())
      if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0
      return ts.isIdentifier(node) && outside.has(node.text) && isReference(node)
    }
    expect(core.flatMap((file) => places(file, impure))).toEqual([])
  })
})

/** True for a name that is read, not for a property or a key that is called the same. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return !(ts.isPropertyAssignment(parent) && parent.name === node) && !ts.isPropertySignature(parent)
}

describe('tests', () => {
  test('that stand in for the process or its clock have a process of their own', () => {
    const changes = /\bvi\.\w+\(|\bprocess\.(chdir\(|(env\S*|exitCode) = )/
    const changing = sourceFiles('tests').filter(({ path, text }) => path.endsWith('.test.ts') && changes.test(text))
    expect(changing.map(({ path }) => path).sort()).toEqual(apart)
  })
})

describe('the code', () => {
  test('keeps no state in modules', () => {
    expect(files.flatMap(moduleState)).toEqual([])
  })

  test('has no any and no empty catch', () => {
    const loose = (node: ts.Node) =>
      node.kind === ts.SyntaxKind.AnyKeyword || (ts.isCatchClause(node) && node.block.statements.length === 0)
    expect(files.flatMap((file) => places(file, loose))).toEqual([])
  })

  test('reads files that others wrote through one function', () => {
    const names = /^(readFileSync|readFile|readSync|createReadStream)$/
    const reads = (node: ts.Node) => ts.isImportSpecifier(node) && names.test((node.propertyName ?? node.name).text)
    const known: Record<string, string> = {
      'src/runtime/reading/read-file.ts': 'it is that function',
      'src/runtime/files/exchange-file.ts':
        'it compares a plain file, opened through no link, with what was read before',
      'src/store/own-file.ts': 'it looks at the file of ours that it opened by itself',
      'src/channel/shared-key.ts': 'it looks at the key that it opened by itself',
      'src/cli/main.ts': 'the standard input, and the package itself',
      'src/cli/explain.ts': 'the standard input',
      'src/cli/night/night-file.ts': 'what a person hands over may be a pipe',
      'src/cli/person/lineage.ts': 'the kernel tells of processes in files without a size',
      'src/cli/init.ts': 'the package itself',
      'src/cli/morning/morning.ts': 'the package itself',
      'src/cli/fault/original.ts': 'the package itself',
      'src/cli/lint-report/check-page.ts': 'the package itself',
      'src/cli/schema.ts': 'what it writes itself, for whoever changes the package',
      'src/tui/guard.ts': 'the package itself',
    }
    const found = files.filter((file) => places(file, reads).length > 0).map((file) => file.path)
    expect(found.sort()).toEqual(Object.keys(known).sort())
  })

  test('asks the system where a path leads, which alone knows the case in which a folder was named', () => {
    const asks = (node: ts.Node) => ts.isCallExpression(node) && node.expression.getText() === 'realpathSync'
    expect(files.flatMap((file) => places(file, asks))).toEqual([])
  })

  test('is in small files', () => {
    const long = files.filter((file) => file.lines > 300)
    expect(long.map((file) => `${file.path} has ${file.lines} lines`)).toEqual([])
    const lengths = files.map((file) => file.lines).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(100)
  })

  test('is in rooms of few files, each with a line that says what lives there', () => {
    const rooms = new Map<string, number>()
    for (const { path } of files) rooms.set(dirname(path), (rooms.get(dirname(path)) ?? 0) + 1)
    expect([...rooms].filter(([, count]) => count > 20).map(([room, count]) => `${room} has ${count} files`)).toEqual(
      [],
    )
    const told = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| `(src\/[\w/-]+\/[\w/-]+)` \|/gm)]
    const inner = [...rooms.keys()].filter((room) => room.split('/').length > 2)
    expect(told.map(([, room]) => room)).toEqual(inner.sort())
  })

  test.each(['src/server.ts', 'src/tui.ts'])('%s exports the plugin as default and nothing else', (path) => {
    const entry = files.find((file) => file.path === path)
    const exported = entry?.tree.statements.filter(
      (statement) => ts.isExportAssignment(statement) || /^export\b/.test(statement.getText()),
    )
    expect(exported?.map((statement) => ts.isExportAssignment(statement))).toEqual([true])
  })
})
