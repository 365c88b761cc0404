import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gitCounts } from '../../src/cli/night/git-counts.ts'
import { nightReportCommand, type NightReportOptions } from '../../src/cli/night/night-report.ts'
import { runProgram } from '../../src/cli/program.ts'
import { reportSchema } from '../../src/report/schema.ts'
import { placeOf, putNight } from '../support/folder-store.ts'
import { journal, type Night, night } from './night.ts'

/** The morning after. */
const now = Date.parse('2026-02-13T07:00:00Z')
let project: Night
beforeEach(() => {
  project = night()
  putNight(project.folder, 'S1', readFileSync(join(project.folder, journal), 'utf8'))
})
afterEach(() => project.remove())

const report = (sessions: string[] = [], options: NightReportOptions = {}) =>
  project.run((io) => nightReportCommand(sessions, { now, zone: 'UTC', ...options }, io))

describe('report', () => {
  test('tells of the last night, or of what was asked for', () => {
    const last = report()
    expect({ code: last.code, errors: last.errors }).toEqual({ code: 0, errors: '' })
    expect(last.output).toContain('since 2026-02-12 18:00')
    expect(last.output).toContain('Stopped at 22:01 since nothing moved any more')
    for (const since of ['22:00', '2026-02-12', '2026-02-12 21:00', '12h'])
      expect(report([], { since }).output).toContain('Stopped at 22:01')
    expect(report([], { all: true }).output).toContain('all nights')
    expect(report(['S1', 'S1']).output).toContain('1 session')
  })

  test('a night that was before is none of the last', () => {
    const later = report([], { now: now + 86_400_000 })
    expect({ code: later.code, output: later.output.split('\n')[2] }).toEqual({
      code: 0,
      output: 'No night: no session was at work since then; --all shows all nights.',
    })
    expect(report([], { since: '23:00' }).output).toContain('No night')
  })

  test('--json is what the schema says', () => {
    const { code, output } = report([], { json: true })
    expect(code).toBe(0)
    expect(reportSchema.parse(JSON.parse(output)).sessions.map(({ id }) => id)).toEqual(['S1'])
  })

  test.each([
    [{ since: 'yesterday' }, [], /^Cannot report: --since takes a clock time .*; not "yesterday"\n$/],
    [{ since: '25:00' }, [], /--since takes/],
    [{ since: '2026-02-30' }, [], /--since takes/],
    [{ since: '2027-01-01' }, [], /--since takes/],
    [{ since: '0s' }, [], /--since takes/],
    [{ since: '' }, [], /--since takes/],
    [{ since: '18:00', all: true }, [], /give one of these/],
    [{ all: true }, ['S1'], /give one of these/],
  ] as const)('%j of %j is wrong usage', (options, sessions, said) => {
    const { code, output, errors } = report([...sessions], options)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(said)
  })

  test('says that there is no such session, or nothing at all', () => {
    expect(report(['S9'])).toEqual({
      code: 1,
      output: '',
      errors:
        'Cannot find the session "S9": the store has no such session of this project; `opencode-diverter report --all` shows those that it has\n',
    })
    expect(project.run((io) => nightReportCommand([], {}, { ...io, cwd: '/usr' }))).toEqual({
      code: 1,
      output: '',
      errors: 'Cannot report: the store has no night of this project\n',
    })
    const nowhere = placeOf(join(project.folder, 'nowhere'))
    expect(project.run((io) => nightReportCommand([], {}, { ...io, place: nowhere })).code).toBe(1)
  })
})

describe('report --html', () => {
  const html = (name: string) => report([], { html: name })
  const read = (name: string): string => readFileSync(join(project.folder, name), 'utf8')

  test('writes one page, and later the same page anew', () => {
    expect(html('report.html')).toEqual({ code: 0, output: 'report.html\n', errors: '' })
    const first = read('report.html')
    expect(first).toContain('Stopped at 22:01')
    expect(html('report.html').code).toBe(0)
    expect(read('report.html')).toBe(first)
  })

  test('is what morning --html writes too', async () => {
    const codes: Promise<number>[] = []
    project.run((io) => {
      codes.push(runProgram(['morning', '--all', '--html', 'morning.html'], '0.1.0', io))
      return 0
    })
    expect(await Promise.all(codes)).toEqual([0])
    expect(report([], { all: true, html: 'report.html' }).code).toBe(0)
    const page = read('morning.html')
    expect(page).toContain('Stopped at')
    expect(page.split('\n')[0]).toBe(read('report.html').split('\n')[0])
  })

  test.each([
    ['the file of somebody else', 'own.html', /was not written by this command/],
    ['a folder', 'folder.html', /it is a folder/],
    ['a link', 'link.html', /it is a link/],
    ['another ending', 'report.txt', /does not end in \.html; allowed are HTML files/],
    ['a folder of OpenCode', '.opencode/report.html', /lies in \.opencode/],
    ['a folder that is not there', 'none\0/report.html', /./],
  ])('leaves %s alone', (_, name, why) => {
    project.put('own.html', 'mine')
    mkdirSync(join(project.folder, 'folder.html'))
    symlinkSync(join(project.folder, 'own.html'), join(project.folder, 'link.html'))
    const { code, output, errors } = html(name)
    expect({ code, output }).toEqual({ code: 3, output: '' })
    expect(errors).toMatch(why)
    expect(read('own.html')).toBe('mine')
  })

  test('goes with no other form', () => {
    expect(report([], { html: 'a.html', json: true })).toEqual({
      code: 2,
      output: '',
      errors: 'Cannot report: give one of these: --md, --json, --html FILE\n',
    })
  })
})

describe('what git counts', () => {
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
      cwd: project.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()

  const told = new Set(['new.txt', 'gone.txt'])

  test('is lines since a commit, of committed and of other changes, with no program of the repository', () => {
    git('init', '--quiet')
    project.put('a.txt', 'one\ntwo\n')
    project.put('b.bin', '\0')
    git('add', 'a.txt', 'b.bin')
    git('commit', '--quiet', '-m', 'one')
    const since = git('rev-parse', 'HEAD')
    project.put('.gitattributes', '* diff=evil\n')
    project.put('a.txt', 'one\n2\n3\n')
    git('add', 'a.txt')
    git('commit', '--quiet', '-m', 'two')
    project.put('b.bin', '\0\0')
    project.put('new.txt', 'one\ntwo')
    for (let file = 0; file < 300; file += 1) project.put(`modules/${file}.js`, '')
    project.put('.git/info/exclude', `${['/S1.jsonl', '/small.yaml', '/.*', '/evil.sh'].join('\n')}\n`)
    const marked = join(project.folder, 'marked')
    writeFileSync(join(project.folder, 'evil.sh'), `#!/bin/sh\necho x >> ${marked}\n`, { mode: 0o755 })
    for (const key of ['diff.external', 'core.fsmonitor', 'diff.evil.command', 'diff.evil.textconv'])
      git('config', key, join(project.folder, 'evil.sh'))
    mkdirSync(join(project.folder, 'sub'))
    expect(gitCounts(project.folder, since, told)).toEqual({
      is: 'counted',
      since,
      files: [
        { path: 'a.txt', added: 2, removed: 1, isTracked: true },
        { path: 'b.bin', added: null, removed: null, isTracked: true },
        { path: 'new.txt', added: 2, removed: 0, isTracked: false },
      ],
      more: 0,
    })
    expect(() => readFileSync(marked)).toThrow()
    expect(gitCounts(join(project.folder, 'sub'), since, told)).toMatchObject({ is: 'counted', files: [] })
    expect(gitCounts(project.folder, 'f'.repeat(40), told)).toMatchObject({ is: 'unknown', why: 'failed' })
    expect(gitCounts(project.folder, '--output=x', told)).toMatchObject({ is: 'unknown', why: 'no-begin' })
  })

  test('is nothing outside of git', () => {
    expect(gitCounts(project.folder, 'f'.repeat(40), told)).toEqual({ is: 'unknown', why: 'no-git', detail: null })
  })
})
