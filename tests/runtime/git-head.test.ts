import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryFiles } from '../../src/rehearse/memory-files.ts'
import { gitBranch, gitHead } from '../../src/runtime/files/git-head.ts'
import { nodeFiles } from '../../src/runtime/files/node-files.ts'
import { FileFailure } from '../../src/runtime/ports.ts'
import { night, policiesFrom, project, stageOf } from './stage.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'

describe('the commit that is checked out', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'git-head-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const git = (cwd: string, ...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd, encoding: 'utf8' }).trim()

  test('is what git says: on a branch, packed, detached, in a linked worktree, from a folder below', () => {
    const repository = join(folder, 'repository')
    mkdirSync(join(repository, 'src'), { recursive: true })
    const head = (directory: string) => gitHead(nodeFiles(), directory)
    const branch = (directory: string) => gitBranch(nodeFiles(), directory)
    expect([head(repository), branch(repository)]).toEqual([null, null])
    git(repository, 'init', '--quiet', '--initial-branch', 'team/a')
    expect([head(repository), branch(repository)]).toEqual([null, 'team/a'])
    writeFileSync(join(repository, 'a.txt'), 'a\n')
    git(repository, 'add', '.')
    git(repository, 'commit', '--quiet', '-m', 'one')
    const first = git(repository, 'rev-parse', 'HEAD')
    expect(head(repository)).toBe(first)
    expect(head(join(repository, 'src'))).toBe(first)
    git(repository, 'pack-refs', '--all')
    expect(head(repository)).toBe(first)
    const linked = join(folder, 'linked')
    git(repository, 'worktree', 'add', '--quiet', '-b', 'other', linked)
    expect([branch(join(repository, 'src')), branch(linked)]).toEqual(['team/a', 'other'])
    git(linked, 'commit', '--quiet', '--allow-empty', '-m', 'two')
    const second = git(linked, 'rev-parse', 'HEAD')
    expect(second).not.toBe(first)
    expect(head(linked)).toBe(second)
    git(repository, 'checkout', '--quiet', '--detach', second)
    expect(head(repository)).toBe(second)
  })

  test('is nothing where a file of git is broken, names no branch or cannot be read', () => {
    const files = memoryFiles()
    const at = (text: string) => {
      files.replace('/p/.git/HEAD', text)
      return gitHead(files, '/p')
    }
    for (const text of ['', 'ref: refs/heads/none\n', 'ref: refs/../../secret\n', 'main\n', `${commit}0\n`])
      expect(at(text)).toBe(null)
    expect(at(`${commit}\n`)).toBe(commit)
    const locked = {
      read: (): never => {
        throw new FileFailure('EACCES', 'no')
      },
    }
    expect(gitHead(locked, '/p')).toBe(null)
  })
})

test('the lines where a run begins, ends and pauses name it, and no other line does', () => {
  const files = memoryFiles()
  files.replace(`${project}/.git/HEAD`, `${commit}\n`)
  const { send, journal } = stageOf({ policies: policiesFrom(night), files })
  send('S1', 'tool.finished', { tool: 'write', call: 'c1', ok: true, changed: true })
  send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'rm x' })
  files.replace(`${project}/.git/HEAD`, `${commit.replaceAll('0', '9')}\n`)
  send('S1', 'turn.ended', { text: 'DONE' })
  const named = journal().flatMap(({ head, changes }) => (head === undefined ? [] : [{ head, changes }]))
  expect(named).toMatchObject([
    { head: commit, changes: [{ change: 'run', to: 'armed' }] },
    { head: commit.replaceAll('0', '9') },
  ])
  expect(JSON.stringify(named[1]?.changes)).toContain('"to":"stopped"')
})

test('outside of git no line names one', () => {
  const { send, journal } = stageOf({ policies: policiesFrom(night) })
  send('S1', 'tool.finished', { tool: 'write', call: 'c1', ok: true, changed: true })
  send('S1', 'turn.ended', { text: 'DONE' })
  expect(journal().filter((line) => 'head' in line)).toEqual([])
})
