import { describe, expect, it } from 'vitest'
import { permissionAsked } from '../../src/decode/permission.ts'
import { createProjectPaths } from '../../src/decode/project-paths.ts'
import { knownCall } from '../../src/decode/tool.ts'
import { digest, paths } from '../host/fakes.ts'

const context = { digest, paths, callOf: () => null }
const asked = (fields: object) =>
  permissionAsked({ id: 'per_1', sessionID: 'ses_1', always: [], metadata: {}, patterns: [], ...fields }, context)
    ?.event

/** The same where the call that it is for was told before. */
const ofCall = (tool: string, input: object, fields: object) => {
  const known = knownCall(tool, input, context)
  const properties = { id: 'p', sessionID: 's', permission: tool, metadata: {}, ...fields, tool: { callID: 'c' } }
  return permissionAsked(properties, { ...context, callOf: () => known })?.event
}

const recorded = [
  {
    name: 'F5-13: what OpenCode would remember tells alike requests',
    payload: { permission: 'bash', always: ['git push *', 'cd *'], metadata: { command: 'cd a && git push +b' } },
    want: { class: 'bash: cd *, git push *' },
  },
  { name: 'a wildcard alone says nothing', payload: { permission: 'edit', always: ['*'] }, want: { class: null } },
  {
    name: 'bash: the whole command, not the pieces',
    payload: {
      permission: 'bash',
      patterns: ['git add', 'git commit'],
      metadata: { command: 'git add . && git commit -m x' },
    },
    want: { command: 'git add . && git commit -m x', patterns: ['git add', 'git commit'], paths: [], url: null },
  },
  {
    name: 'edit: the path once, though pattern and metadata name it',
    payload: { permission: 'edit', patterns: ['src/a.ts'], metadata: { filepath: '/project/src/a.ts', diff: '+1' } },
    want: { command: null, paths: ['src/a.ts'] },
  },
  {
    name: 'edit of several files: the patterns, not the text with commas',
    payload: { permission: 'edit', patterns: ['a.ts', 'b.ts'], metadata: { filepath: 'a.ts, b.ts', diff: '' } },
    want: { paths: ['a.ts', 'b.ts'] },
  },
  {
    name: 'external_directory: the file, outside the project in full',
    payload: {
      permission: 'external_directory',
      patterns: ['/etc/*'],
      metadata: { filepath: '/etc/hosts', parentDir: '/etc' },
    },
    want: { paths: ['/etc/hosts'], patterns: ['/etc/*'] },
  },
  {
    name: 'external_directory from bash: command and directories',
    payload: {
      permission: 'external_directory',
      patterns: ['/tmp/x/*', '/home/u/.ssh/*'],
      metadata: { command: 'cat /home/u/.ssh/id', directories: ['/tmp/x', '/home/u/.ssh'], patterns: [] },
    },
    want: { command: 'cat /home/u/.ssh/id', paths: ['/tmp/x', '/home/u/.ssh'] },
  },
  {
    name: 'webfetch: the url',
    payload: {
      permission: 'webfetch',
      patterns: ['https://x.example/a'],
      metadata: { url: 'https://x.example/a', format: 'text' },
    },
    want: { url: 'https://x.example/a', paths: [] },
  },
  {
    name: 'doom_loop has no tool',
    payload: { permission: 'doom_loop', patterns: ['bash'] },
    want: { call: null, permission: 'doom_loop' },
  },
  {
    name: 'a tool of another server says nothing but its name (F5-10)',
    payload: { permission: 'files_delete_resource', patterns: ['*'], tool: { messageID: 'msg_1', callID: 'call_1' } },
    want: { permission: 'files_delete_resource', patterns: ['*'], call: 'call_1', command: null, input: {} },
  },
]

describe('permission.asked', () => {
  for (const { name, payload, want } of recorded) {
    it(name, () => expect(asked(payload)).toMatchObject(want))
  }

  it('is nothing without request, session or kind', () => {
    for (const missing of [{ id: '' }, { sessionID: undefined }, { permission: 7 }]) {
      expect(permissionAsked({ id: 'a', sessionID: 'b', permission: 'bash', ...missing }, context)).toBeNull()
    }
  })

  it('has one fingerprint for a command with other blanks, and for patterns in another order', () => {
    const bash = (command: string) => asked({ permission: 'bash', metadata: { command } })?.fingerprint
    expect(bash('npm  publish ')).toBe(bash('npm publish'))
    expect(bash('npm publish')).not.toBe(bash('npm publish --tag x'))
    const edit = (patterns: string[]) => asked({ permission: 'edit', patterns })?.fingerprint
    expect(edit(['a', 'b'])).toBe(edit(['b', 'a']))
  })

  it('has another fingerprint for whatever a shell would read differently', () => {
    const bash = (command: string) => asked({ permission: 'bash', metadata: { command } })?.fingerprint
    const script = (indent: string) =>
      `python3 - <<EOF\nfor p in all:\n  if old(p):\n    log(p)\n${indent}remove(p)\nEOF`
    expect(bash(script('    '))).not.toBe(bash(script('  ')))
    expect(bash('./deploy\u00a0')).not.toBe(bash('./deploy'))
    expect(bash('rm a\\ ')).not.toBe(bash('rm a\\'))
    const edit = (patterns: string[]) => asked({ permission: 'edit', patterns })?.fingerprint
    expect(edit(['a\nb'])).not.toBe(edit(['a', 'b']))
  })

  it('has another fingerprint for the same command where it reaches another directory', () => {
    const cat = (directory: string) =>
      asked({ permission: 'external_directory', patterns: [`${directory}/*`], metadata: { command: 'cat *' } })
        ?.fingerprint
    expect(cat('/tmp/build')).not.toBe(cat('/home/user/.ssh'))
  })

  it('tells requests that say nothing apart by their tool call', () => {
    const ask = (row: number, patterns = ['*']) => ofCall('x', { row }, { permission: 'x', patterns })
    expect(ask(1)?.fingerprint).not.toBe(ask(2)?.fingerprint)
    expect(ask(1)).toMatchObject({ fingerprint: ask(1)?.fingerprint, exact: true, input: { row: 1 } })
    // Patterns of a tool of others may say anything, or too little.
    expect(ask(1, ['prod'])?.fingerprint).not.toBe(ask(2, ['prod'])?.fingerprint)
  })

  it('tells shell commands apart by the folder that they run in', () => {
    const publish = (workdir?: string) =>
      ofCall(
        'bash',
        { command: 'npm publish', ...(workdir !== undefined && { workdir }) },
        { patterns: ['npm publish'], metadata: { command: 'npm publish' } },
      )
    expect(publish('packages/demo')).toMatchObject({ workdir: 'packages/demo', exact: true })
    expect(publish('packages/demo')?.fingerprint).not.toBe(publish('packages/prod')?.fingerprint)
    expect(publish('/project')?.fingerprint).toBe(publish()?.fingerprint)
  })

  it('stands for nothing where the call is unknown that would tell it apart', () => {
    const unknown = { tool: { callID: 'c' } }
    const ls = { patterns: ['ls'], metadata: { command: 'ls' } }
    expect(asked({ permission: 'x', patterns: ['*'], ...unknown })?.exact).toBe(false)
    expect(asked({ permission: 'x', patterns: ['*'] })?.exact).toBe(false)
    expect(asked({ permission: 'bash', ...ls, ...unknown })?.exact).toBe(false)
    expect(asked({ permission: 'edit', patterns: ['a'], ...unknown })?.exact).toBe(true)
    const known = asked({ permission: 'bash', ...ls })
    expect(known?.exact).toBe(true)
    expect(asked({ permission: 'bash', ...ls, ...unknown })?.fingerprint).not.toBe(known?.fingerprint)
  })

  it('reads the patterns of an edit from the top of the work tree', () => {
    const below = createProjectPaths('/repo/packages/a', '/repo', (path) => path)
    const event = permissionAsked(
      { id: 'p', sessionID: 's', permission: 'edit', patterns: ['packages/a/x.ts', 'other/y.ts'] },
      { ...context, paths: below },
    )?.event
    expect(event?.paths).toEqual(['x.ts', '/repo/other/y.ts'])
  })
})

it.each([
  [`${'../'.repeat(50)}repo/packages/a/x.ts`, 'x.ts'],
  [`${'../'.repeat(50)}etc/hosts`, '/etc/hosts'],
  ['../../../etc/hosts', '/etc/hosts'],
  ['../b/x.ts', '/repo/packages/b/x.ts'],
])('steps up beyond the root stay there: %s', (written, shown) => {
  expect(createProjectPaths('/repo/packages/a', '/repo', (path) => path).of([written])).toEqual([shown])
})
