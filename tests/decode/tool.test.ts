import { describe, expect, it } from 'vitest'
import { createCallStates } from '../../src/decode/call-states.ts'
import { filesChanged, type FinishedContext, noteBefore, toolCalled, toolFinished } from '../../src/decode/tool.ts'
import { digest, paths } from '../host/fakes.ts'

const called = (tool: string, input: object) => toolCalled(tool, 'call_1', input, { digest, paths })

const recorded = [
  { tool: 'read', input: { filePath: '/project/a.ts' }, want: { access: 'read', paths: ['a.ts'], command: null } },
  { tool: 'grep', input: { pattern: 'x', path: 'src' }, want: { access: 'read', paths: ['src'] } },
  {
    tool: 'webfetch',
    input: { url: 'https://x.example', format: 'text' },
    want: { access: 'read', url: 'https://x.example' },
  },
  {
    tool: 'edit',
    input: { filePath: 'src/../b.ts', oldString: 'a', newString: 'b' },
    want: { access: 'write', paths: ['b.ts'] },
  },
  { tool: 'write', input: { filePath: '/etc/hosts', content: '' }, want: { access: 'write', paths: ['/etc/hosts'] } },
  {
    tool: 'apply_patch',
    input: {
      patchText:
        '*** Begin Patch\n*** Update File: a.ts\n*** Move to: c.ts\n@@\n-x\n+y\n*** Add File: b/new.ts\n+z\n*** Delete File: old.ts\n*** End Patch',
    },
    want: { access: 'write', paths: ['a.ts', 'c.ts', 'b/new.ts', 'old.ts'] },
  },
  {
    tool: 'bash',
    input: { command: 'rm .opencode/state/x.json' },
    want: { access: 'run', paths: ['.opencode/state/x.json'] },
  },
  { tool: 'bash', input: { command: 'cat policies/x.yaml' }, want: { access: 'read', paths: ['policies/x.yaml'] } },
  { tool: 'bash', input: { command: 'cat a > policies/x.yaml' }, want: { access: 'run', paths: ['policies/x.yaml'] } },
  { tool: 'github_create_issue', input: { title: 'x' }, want: { access: 'unknown', paths: [] } },
  { tool: 'constructor', input: {}, want: { access: 'unknown' } },
]

describe('tool.called', () => {
  for (const { tool, input, want } of recorded) {
    it(`${tool} ${JSON.stringify(input).slice(0, 60)}`, () => expect(called(tool, input)).toMatchObject(want))
  }

  it('has one fingerprint for the same input in another order of keys', () => {
    expect(called('x', { a: 1, b: [2] }).fingerprint).toBe(called('x', { b: [2], a: 1 }).fingerprint)
  })
})

function world(files: Record<string, string>) {
  const seen = new Set<string>()
  const news = new Map<string, string>()
  const context: FinishedContext = {
    digest,
    paths,
    content: (absolute) => files[absolute] ?? null,
    isOwn: (path) => path === 'blockers.md',
    first: (text) => !seen.has(text) && Boolean(seen.add(text)),
    states: createCallStates(),
    isNews: (path, state) => news.get(path) !== state && Boolean(news.set(path, state)),
  }
  return {
    files,
    context,
    finish: (tool: string, input: object, output: string, ok = true, metadata: unknown = {}) =>
      toolFinished({ tool, call: 'c', input, ok, output, metadata, lasted: null }, context),
  }
}

describe('tool.finished', () => {
  it('changed: a file in a state that this run has not seen, and going back is no change', () => {
    const { files, context, finish } = world({ '/project/a.ts': 'A' })
    noteBefore(toolCalled('edit', 'before', { filePath: 'a.ts' }, context), context)
    const edit = (content: string) => {
      files['/project/a.ts'] = content
      return finish('edit', { filePath: 'a.ts', newString: content }, 'Edit applied').changed
    }
    expect([edit('B'), edit('A'), edit('B'), edit('C')]).toEqual([true, false, false, true])
  })

  it('changed: never by a failed call, nor by a file of ours', () => {
    const { finish } = world({ '/project/blockers.md': 'x', '/project/a.ts': 'x' })
    expect(finish('edit', { filePath: 'a.ts' }, 'not found', false).changed).toBe(false)
    expect(finish('write', { filePath: 'blockers.md' }, 'done').changed).toBe(false)
  })

  it('wrote: files that the call left in another state than it found them, also if an earlier one', () => {
    const { files, context, finish } = world({ '/project/a.ts': 'A', '/project/b.ts': 'B' })
    const run = (tool: string, input: object, then: Record<string, string>, ok = true) => {
      noteBefore(toolCalled(tool, 'c', input, context), context)
      Object.assign(files, then)
      return finish(tool, input, 'done', ok).wrote
    }
    const edit = { filePath: 'a.ts' }
    expect(run('edit', edit, { '/project/a.ts': 'A2' })).toEqual(['a.ts'])
    expect(run('edit', edit, { '/project/a.ts': 'A' })).toEqual(['a.ts'])
    expect(run('edit', edit, {})).toEqual([])
    expect(run('write', { filePath: 'blockers.md' }, { '/project/blockers.md': 'x' })).toEqual([])
    const sed = { command: 'sed -i s/A/X/ a.ts b.ts' }
    expect(run('bash', sed, { '/project/b.ts': 'X' })).toEqual(['b.ts'])
    expect(run('bash', sed, { '/project/b.ts': 'Y' }, false)).toEqual(['b.ts'])
    expect(run('bash', { command: 'grep x a.ts' }, { '/project/a.ts': 'by somebody else' })).toEqual([])
    expect(run('bash', { command: 'echo new > c.ts' }, { '/project/c.ts': 'new' })).toEqual(['c.ts'])
    expect(run('generator', { path: 'd.ts' }, { '/project/d.ts': 'new' })).toEqual(['d.ts'])
  })

  it('wrote: where nothing is known of before, what a tool that writes names', () => {
    const { finish } = world({ '/project/a.ts': 'A' })
    expect(finish('edit', { filePath: 'a.ts' }, 'done').wrote).toEqual(['a.ts'])
    expect(finish('edit', { filePath: 'a.ts' }, 'not found', false).wrote).toEqual([])
    expect(finish('bash', { command: 'touch a.ts' }, '').wrote).toEqual([])
  })

  it('files.changed: what the host found in a state that no call has told, nothing of ours', () => {
    const { files, context, finish } = world({ '/project/a.ts': 'A', '/project/b.ts': 'B' })
    const found = (...paths: string[]) => filesChanged(paths, ['c'], context)
    finish('edit', { filePath: 'a.ts' }, 'done')
    expect(found('/project/a.ts', '/project/blockers.md')).toBeNull()
    expect(found('/project/a.ts', '/project/b.ts')).toEqual({ type: 'files.changed', paths: ['b.ts'], calls: ['c'] })
    expect(found('/project/b.ts')).toBeNull()
    files['/project/a.ts'] = 'by a program'
    expect(found('/project/a.ts')?.paths).toEqual(['a.ts'])
  })

  it('workdir: where a command ran, if not in the project itself', () => {
    const { finish } = world({})
    const run = (workdir?: string) => finish('bash', { command: 'npm test', ...(workdir && { workdir }) }, '').workdir
    expect([run(), run('.'), run('/project'), run('packages/app'), run('/elsewhere')]).toEqual([
      ...[null, null, null],
      ...['packages/app', '/elsewhere'],
    ])
  })

  it('repeated: the same call with the same result, so polling with news is none (F2-11)', () => {
    const { finish } = world({})
    const poll = (output: string) => finish('bash', { command: 'tail -1 build.log' }, output).repeated
    expect([poll('1%'), poll('2%'), poll('2%')]).toEqual([false, false, true])
  })

  it('changed by a shell command: only with a result that is new', () => {
    const { finish } = world({})
    const test = () => finish('bash', { command: 'npm test' }, 'FAIL').changed
    expect([test(), test()]).toEqual([true, false])
  })

  it('tells the exit code of a command, and none where the host tells none or the tool is another', () => {
    const { finish } = world({})
    const run = (metadata: unknown) => finish('bash', { command: 'npm test' }, 'FAIL', true, metadata)
    expect(run({ exit: 1 })).toMatchObject({ command: 'npm test', exit: 1 })
    expect(run({ exit: null }).exit).toBeNull()
    expect(run(undefined).exit).toBeNull()
    expect(finish('lint', {}, 'bad', true, { exit: 1 })).toMatchObject({ command: null, exit: null, outcome: null })
  })

  it('F2-13: outcome is the same for the same command that fails in the same way, however it is described', () => {
    const { finish } = world({})
    const fail = (description: string, output: string, exit = 1) =>
      finish('bash', { command: 'npm test', description }, output, true, { exit }).outcome
    const first = fail('Runs tests', 'FAIL x.test.ts: expected 1 got 2 (12 ms)')
    expect(fail('Runs the tests again', 'FAIL x.test.ts: expected 1 got 2 (9 ms)')).toBe(first)
    expect(fail('Runs tests', 'FAIL x.test.ts: expected 1 got 3 (12 ms)')).not.toBe(first)
    expect(fail('Runs tests', 'FAIL x.test.ts: expected 1 got 2 (12 ms)', 2)).not.toBe(first)
    expect(finish('bash', { command: 'npm run it' }, 'FAIL x.test.ts: expected 1 got 2 (12 ms)').outcome).not.toBe(
      first,
    )
  })

  it('repeated: the description of a command makes no new result', () => {
    const { finish } = world({})
    const look = (description: string) => finish('bash', { command: 'git status', description }, 'clean').repeated
    expect([look('Shows the state'), look('Shows the state again')]).toEqual([false, true])
  })

  it('has no output where a command printed nothing, whatever OpenCode tells the model then', () => {
    expect(world({}).finish('bash', { command: 'x' }, '(no output)').output).toBe('')
  })

  it('keeps the end of a long output', () => {
    expect(world({}).finish('bash', { command: 'x' }, `${'a'.repeat(40_000)}end`).output).toMatch(/^a{31997}end$/)
  })
})
