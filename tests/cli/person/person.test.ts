import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CommandIo, exit } from '../../../src/cli/io/io.ts'
import { holdsTerminal, lineage, lookAtProcess, type Process } from '../../../src/cli/person/lineage.ts'
import { notAPerson } from '../../../src/cli/person/person.ts'
import { runProgram } from '../../../src/cli/program.ts'

/** Processes from the nearest up, as `program terminal`; the pid is the place from 1. */
const above = (...lines: string[]): Process[] =>
  lines.map((line, place) => {
    const [program = '', terminal = ''] = line.split(' ')
    return { pid: place + 1, program, terminal }
  })

describe('a command below OpenCode is not a person’s', () => {
  test.each([
    ['a shell tool under opencode serve', above('node', 'bash', 'opencode', 'systemd'), {}],
    ['a shell tool in the terminal interface', above('node pts/1', 'bash pts/1', 'opencode pts/1', 'zsh pts/1'), {}],
    ['the binary as npm installs it', above('node', 'sh', 'opencode.exe', 'node', 'bash'), {}],
    ['a renamed platform binary', above('node', 'sh', 'opencode-linux-x64'), {}],
    ['through other programs', above('node', 'npm', 'sh', 'python3', 'bash', 'opencode', 'zsh pts/1'), {}],
    ['a terminal that the agent made itself', above('node pts/9', 'bash pts/9', 'script', 'bash', 'opencode'), {}],
    ['with what a terminal of a client has', above('node', 'bash', 'opencode'), { OPENCODE_TERMINAL: '1' }],
    ['a build of another name', above('node', 'bash', 'bun'), { OPENCODE_PID: '3' }],
  ])('%s', (_, processes, environment) => {
    expect(notAPerson(processes, environment, () => true)).toMatch(/^it was started below OpenCode \(process \d\)$/)
  })

  test('also in a terminal that its shell took for itself, whose other end OpenCode does not hold', () => {
    const taken = above('node pts/9', 'python3 pts/9', 'opencode pts/1', 'zsh pts/1')
    const asked: unknown[] = []
    const holds = (...what: unknown[]) => asked.push(what) === 0
    expect(notAPerson(taken, {}, holds)).toBe('it was started below OpenCode (process 3)')
    expect(asked).toEqual([[3, 'pts/9']])
  })

  test('also where its parents are gone, as its environment says', () => {
    const gone = 'it was started by OpenCode, as its environment says'
    expect(notAPerson(above('node', 'systemd'), { OPENCODE: '1' }, () => true)).toBe(gone)
    expect(notAPerson(above('node', 'systemd'), { OPENCODE_PID: '77' }, () => true)).toBe(gone)
  })
})

describe('a person’s', () => {
  test.each([
    ['is a terminal without OpenCode', above('node pts/1', 'zsh pts/1', 'sshd'), {}],
    [
      'is a terminal that a client opened',
      above('node pts/7', 'bash pts/7', 'opencode', 'zsh pts/1'),
      { OPENCODE: '1', OPENCODE_TERMINAL: '1' },
    ],
    ['is a job of CI', above('node', 'sh', 'runner'), { CI: 'true' }],
    ['is below a program of ours', above('node pts/1', 'opencode-diverter pts/1', 'zsh pts/1'), {}],
  ])('%s', (_, processes, environment) => {
    expect(notAPerson(processes, environment, () => true)).toBeNull()
  })
})

describe('the line of ancestors', () => {
  test('begins with the process and ends where nothing is known', () => {
    const parents: Record<number, number> = { 5: 3, 3: 1 }
    const look = (pid: number) =>
      pid === 1 ? null : { pid, parent: parents[pid] ?? 0, program: `p${pid}`, terminal: '' }
    expect(lineage(5, look).map(({ program }) => program)).toEqual(['p5', 'p3'])
  })

  test('ends also where a process is its own ancestor', () => {
    expect(lineage(5, (pid) => ({ pid, parent: pid, program: 'x', terminal: '' }))).toHaveLength(64)
  })

  test('of this very process is read from the system', () => {
    const [own, parent] = lineage(process.pid, lookAtProcess)
    expect(own).toMatchObject({ pid: process.pid })
    expect(parent).toMatchObject({ pid: process.ppid })
  })

  test.runIf(process.platform === 'linux')('tells who holds the other end of a terminal', async () => {
    const child = spawn('script', ['-qec', 'cut -d" " -f7 /proc/self/stat; sleep 60', '/dev/null'])
    try {
      const [said] = await once(child.stdout, 'data')
      const terminal = String(said).trim()
      expect(terminal).toMatch(/^[1-9]\d+$/)
      expect(holdsTerminal(child.pid ?? 0, terminal)).toBe(true)
      expect(holdsTerminal(process.pid, terminal)).toBe(false)
    } finally {
      child.kill()
    }
  })

  test('has names with blanks and brackets as they are', () => {
    const folder = mkdtempSync(join(tmpdir(), 'diverter-person-'))
    const program = join(folder, 'a) S 1 (b')
    copyFileSync('/bin/sleep', program)
    const child = spawn(program, ['60'], { stdio: 'ignore' })
    try {
      expect(lookAtProcess(child.pid ?? 0)).toMatchObject({ parent: process.pid, program: 'a) S 1 (b' })
    } finally {
      child.kill()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('what only a person may do', () => {
  const errors: string[] = []
  const io = (why: string | null): CommandIo => ({
    cwd: '/nowhere',
    write: () => undefined,
    writeError: (text) => errors.push(text),
    color: false,
    notAPerson: () => why,
  })

  test.each([
    [['answer', 'b1', 'Yes'], 'answer b1'],
    [['answer', 'b1', '--skip'], 'answer b1'],
    [['init'], 'begin a policy'],
    [['migrate', '--write'], 'write policies'],
    [['prune'], 'prune nights'],
    [['morning', '--no-open'], 'open the morning'],
    [['import', 'night.jsonl'], 'import nights'],
    [['prune', '--session', 'ses_1'], 'prune nights'],
  ])('%j is refused below OpenCode', async (words, what) => {
    errors.length = 0
    const why = 'it was started below OpenCode (process 7)'
    expect(await runProgram(words, '1.0.0', io(why))).toBe(exit.refused)
    expect(errors).toEqual([
      `Cannot ${what}: ${why}, and only a person may do this; run it in a terminal of your own\n`,
    ])
  })

  test('golden files are written by anyone, but not beside the policies that bind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diverter-golden-'))
    const text = 'name: a\npolicies: [builtin:guard]\nsteps: [{ says: a }]\n'
    for (const path of ['policies', '.opencode/policies/tests']) {
      mkdirSync(join(folder, path), { recursive: true })
      writeFileSync(join(folder, path, 'a.yaml'), text)
    }
    const below = { ...io('it was started below OpenCode (process 7)'), cwd: folder }
    try {
      errors.length = 0
      expect(await runProgram(['test', '-u', 'policies'], '1.0.0', below)).toBe(exit.clean)
      expect(await runProgram(['test', '-u'], '1.0.0', below)).toBe(exit.refused)
      expect(errors.join('')).toContain('Cannot write the golden files of what binds the agent: it was started below')
      expect(existsSync(join(folder, '.opencode/policies/tests/a.golden.yaml'))).toBe(false)
      expect(await runProgram(['test', '-u'], '1.0.0', { ...below, notAPerson: () => null })).toBe(exit.clean)
      expect(await runProgram(['test'], '1.0.0', below)).toBe(exit.clean)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('looking is for all', async () => {
    const words = [['answer'], ['migrate', 'policies'], ['lint', 'policies']]
    const codes = await Promise.all(
      words.map((each) => runProgram(each, '1.0.0', { ...io('it was started below OpenCode'), cwd: process.cwd() })),
    )
    expect(codes).toEqual([exit.clean, exit.clean, exit.clean])
  })
})
