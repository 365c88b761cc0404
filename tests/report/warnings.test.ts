import { describe, expect, test } from 'vitest'
import { compose } from '../../src/report/compose.ts'
import { readReport, type Wanted } from '../../src/report/read-nights.ts'
import { reportSchema } from '../../src/report/schema.ts'
import { textOf } from '../../src/report/text.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { keepLost } from '../../src/runtime/lost-outlets.ts'
import { reduceNight } from '../../src/runtime/keep/reduce.ts'
import { problem } from '../../src/store/problem.ts'
import type { ProjectStore } from '../../src/store/store.ts'
import { project, start } from '../runtime/stage.ts'
import { processorTime } from '../support/processor-time.ts'
import { commit, counted, type Told, tell } from './nights.ts'

/** A night at work with one refused request. */
function atWork(): Told {
  const told = tell()
  told.send('S1', 'user.wrote', { text: 'Go.' })
  told.send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'git push' })
  return told
}

const text = (told: Told): string => {
  const report = told.report()
  expect(reportSchema.parse(report)).toEqual(report)
  return textOf(compose(report))
}

describe('what a report says before it is believed', () => {
  test('a night that is not over is told as one', () => {
    const told = atWork()
    told.send('S1', 'turn.failed', { kind: 'quota', message: 'quota', retryable: true, resetsAt: start + 3_600_000 })
    const shown = text(told)
    expect(shown).toContain('Not over: at work since 22:00, last heard of at 22:00, goes on at 23:00.')
    expect(shown).toContain('22:00 until 23:00: “the quota resets then”')
    expect(shown).toContain('The agent did not say anything at the end.')
  })

  test('a line that somebody wrote or took away counts for nothing and is named', () => {
    const told = atWork()
    told.stage.store.sql(`UPDATE lines SET body = replace(body, 'git push', 'git pull') WHERE body LIKE '%git push%'`)
    const shown = text(told)
    expect(shown).toMatch(
      /Warnings \(1\)\n {2}- Lines of S1 are not ours and count for nothing here: .*\(no seal of ours\)/,
    )
    expect(shown).not.toContain('git pull')
    expect(shown).not.toContain('Diverted once')
  })

  test('an entry that somebody wrote waits for nobody', () => {
    const told = atWork()
    told.stage.store.sql(`UPDATE records SET body = replace(body, 'git push', 'git pull')`)
    const shown = text(told)
    expect(shown).toContain('Without a seal of ours, so without effect: 1 entry, 0 answers, 0 grants')
    expect(shown).not.toContain('Waits for you')
  })

  test('an outlet by which no notice arrived is told, without what may hide in its words', () => {
    const told = atWork()
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const parts = { store: told.stage.store.open('other'), clock: { now: () => start } }
    keepLost(parts, 'notify 2 (webhook)', 'it answered 404')
    keepLost(parts, 'notify 3 (command)', `${token} ended with 1`)
    const shown = text(told)
    expect(shown).toContain(
      'Notices did not reach you by notify 2 (webhook): it answered 404, 2026-02-12 22:00; try it with npx opencode-diverter notify --test',
    )
    expect(shown).toContain('notify 3 (command): [REDACTED:')
    expect(shown).not.toContain(token)
  })

  test('lines of another version are left out and said', () => {
    const told = atWork()
    told.stage.put({ lines: [{ at: start, kind: 'later', body: '{"new":1}' }] })
    expect(text(told)).toContain('1 line of S1 comes from another version and is left out here')
  })

  test('of a night that was reduced the figures are left, and its outcome is not known', () => {
    const told = atWork()
    told.step('S1', 0.5)
    reduceNight(told.stage.store.whole(), { directory: project, root: 'S1' }, 1000)
    const shown = text(told)
    expect(shown).toContain('Not known any more: its lines were taken away after their time. Cost 0.50.')
    expect(shown).toContain('b1 “bash: git push”')
  })

  test('a store that cannot be read is a problem, not an empty night', () => {
    const told = atWork()
    const opened = told.stage.store.open('reader').project()
    if (!opened.ok) throw new Error(opened.problem.message)
    const busy = { ok: false, problem: problem('read', 'locked', {}) } as const
    const world = {
      now: start,
      zone: 'UTC',
      digest,
      files: () => ({ is: 'unknown', why: 'no-git', detail: null }) as const,
    }
    const failing: (keyof ProjectStore)[] = [
      'roots',
      'titles',
      'since',
      'sets',
      'records',
      'answers',
      'grants',
      'shared',
      'notes',
    ]
    for (const name of failing)
      expect(readReport({ ...opened.value, [name]: () => busy }, { of: 'all' }, world)).toEqual(busy)
  })

  test('what the person answered and allowed is told with who and when', () => {
    const told = atWork()
    told.pass(10)
    const { runtime } = told.stage
    runtime.answer(runtime.session('S1'), 'b1', { decision: 'once', text: null, via: 'terminal', by: 'Ada' })
    const shown = text(told)
    expect(shown).toContain('b1: allowed once, “Ada” in the terminal, 2026-02-12 22:10')
    expect(shown).toContain('“bash: git push”: allowed once, 2026-02-12 22:10, in force (grant 1)')
    expect(shown).not.toContain('Waits for you')
  })

  test('where git cannot count, it says why', () => {
    const told = atWork()
    const { sessions } = told.report(undefined, { is: 'unknown', why: 'no-git', detail: null })
    expect(sessions[0]?.head.begin).toBe(commit)
    expect(textOf(compose(told.report(undefined, { is: 'unknown', why: 'no-git', detail: null })))).toContain(
      'Changed lines are not known: there is no git here.',
    )
  })
})

test('a report costs little more than reading the lines', () => {
  const told = atWork()
  const opened = told.stage.store.open('reader').project()
  if (!opened.ok) throw new Error(opened.problem.message)
  const store = opened.value
  const found = store.since('S1', 0)
  const lines = found.ok ? found.value.lines.filter(({ body }) => body.includes('"deny"')) : []
  for (let round = 0; round < 20; round++)
    told.stage.put({
      lines: Array.from({ length: 250 }, (_, at) => lines[at % lines.length]).flatMap((line) => line ?? []),
    })
  const read = (): void => {
    for (let after = 0; ; ) {
      const page = store.since('S1', after, 250)
      if (!page.ok || page.value.seq <= after) return
      after = page.value.seq
    }
  }
  const least = (work: () => void): number => Math.min(...Array.from({ length: 5 }, () => processorTime(work)))
  const report = least(() => void told.report())
  expect(told.report().sessions[0]?.rules[0]?.times).toBe(5001)
  expect(report / least(read)).toBeLessThan(6)
})

test('policies that many nights share are compiled once', () => {
  const told = atWork()
  const opened = told.stage.store.open('reader').project()
  if (!opened.ok) throw new Error(opened.problem.message)
  const compiledFor = (wanted: Wanted): number => {
    let texts = 0
    // Of what is digested only policies are as long.
    const counting = (text: string): string => {
      texts += Number(text.length > 20_000)
      return digest(text)
    }
    const read = readReport(opened.value, wanted, { now: start, zone: 'UTC', digest: counting, files: () => counted })
    expect(read.ok).toBe(true)
    return texts
  }
  const one = compiledFor({ of: 'sessions', roots: ['S1'] })
  for (const root of ['S2', 'S3', 'S4']) {
    told.stage.session(root)
    told.send(root, 'permission.asked', { permission: 'bash', command: 'git push' })
  }
  expect(one).toBeGreaterThan(0)
  expect(told.report().sessions).toHaveLength(4)
  expect(compiledFor({ of: 'all' })).toBe(one)
})
