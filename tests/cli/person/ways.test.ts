import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CommandIo } from '../../../src/cli/io/io.ts'
import { morningPorts } from '../../../src/cli/morning/ports.ts'
import { runProgram } from '../../../src/cli/program.ts'
import { type WordDecision, wordDecisions } from '../../../src/core/vocabulary.ts'
import { placed } from '../../../src/runtime/answers/give-word.ts'
import { type ClarifyEntry, clarifyAnswers, clarifyQuestions } from '../../../src/runtime/views/clarify.ts'
import type { ProjectStore } from '../../../src/store/store.ts'
import { rows } from '../../../src/tui/interview.ts'
import { asked, builtinPolicies, event, openWorld, submitted, type World } from '../../bench/world.ts'
import { open, project, value } from '../../store/bench.ts'
import { linesOf, placeOf } from '../../support/folder-store.ts'

/** Whichever way a person answers, the same is left behind: entries, answers, grants, lines, page, and what is refused. */

const words = 'Not today: use *a branch* (b2), says <me>.\r\n- [x] token ghp_abcdefghijklmnopqrstuvwxyz0123456789 '
const policies = await builtinPolicies()
const sessions = ['ses_1', 'ses_2', 'ses_3', 'ses_4'] as const

/** Entries of each kind: refused requests, of the agent, put off, of two sessions, of a loop, of a session that is gone. */
const waiting = ['b1', 'b2', 'b3', 'b5', 'b6', 'b8', 'b9', 'b10', 'b99']
const answered = ['b4']

function night(): World {
  const world = openWorld(policies)
  const send = (name: (typeof sessions)[number], ...parts: Parameters<typeof event>) =>
    world.runtime.handle(world.session(name), event(...parts))
  const push = (name: (typeof sessions)[number], command: string) =>
    world.runtime.handle(world.session(name), asked(command))
  const ask = (question: string, ...options: string[]) =>
    send('ses_1', 'question.asked', { request: question, questions: [{ question, options }] })
  push('ses_1', 'git push')
  world.runtime.handle(world.session('ses_1'), submitted('Which database?'))
  ask('Which name?', 'one', 'two')
  for (const command of ['npm publish', 'rm -r dist', 'git tag']) push('ses_1', command)
  push('ses_2', 'git tag')
  const loop = { permission: 'doom_loop', patterns: ['read'], command: null }
  for (let tries = 0; tries < 8; tries++) send('ses_3', 'permission.asked', { request: `d${tries}`, ...loop })
  push('ses_4', 'make all')
  send('ses_4', 'session.closed', {})
  ask('May I?', 'Allow once', 'Never', 'No')
  const by = { via: 'dialog', by: null } as const
  world.runtime.answer(world.session('ses_1'), 'b4', { ...by, decision: 'words', text: 'No.' })
  world.runtime.answer(world.session('ses_1'), 'b5', { ...by, decision: 'skip', text: null })
  world.runtime.flush()
  return world
}

function inStore<T>({ folder }: World, work: (own: ProjectStore) => T): T {
  const store = open(placeOf(folder))
  try {
    return work(project(store, folder))
  } finally {
    store.close()
  }
}

const recordsIn = (own: ProjectStore) => value(own.records()).map((row) => placed(row).record)

const ioIn = ({ folder }: World): CommandIo => ({
  ...{ cwd: folder, place: placeOf(folder), color: false },
  ...{ write: () => undefined, writeError: () => undefined },
})

const allows = { once: ['--allow', 'once'], project: ['--allow', 'project'] }
const options = { ...allows, words: words.split(' '), never: ['--never'], skip: ['--skip'] }
const actions = { words: ['answer', words], once: ['allow', ''], project: ['allow', 'project'], never: ['never', ''] }

/** What the dialogs and the question tool of some session ask about an entry. */
const shownIn = ({ runtime, session }: World, id: string): ClarifyEntry | undefined =>
  sessions.flatMap((name) => runtime.toClarify(session(name), true)).find(({ record }) => record === id)

/** Whether a decision on an entry is kept; false where it is refused, or cannot be said that way. */
type Way = (world: World, id: string, decision: WordDecision) => boolean | Promise<boolean>

const ways: Readonly<Record<string, Way>> = {
  program: async (world, id, decision) =>
    (await runProgram(['answer', id, ...options[decision]], '0.1.0', ioIn(world))) === 0,
  command: ({ runtime, session }, id, decision) => {
    if (decision === 'skip') return false
    const [action, behind] = actions[decision]
    const said = event('command.run', { name: 'blockers', action, text: `${id} ${behind}` })
    return runtime.handle(session('ses_2'), said).reply?.startsWith('Cannot') === false
  },
  dialog: (world, id, decision) => {
    const entry = shownIn(world, id)
    const row = (entry === undefined ? [] : rows(entry)).find(({ value: { choose, ...given } }) =>
      decision === 'words' ? choose === 'write' : 'answer' in given && given.answer.decision === decision,
    )
    if (entry === undefined || row === undefined) return false
    const said = row.value.choose === 'answer' ? row.value.answer : { decision, text: words }
    const { result } = world.runtime.answer(world.session('ses_1'), entry.shown, { ...said, via: 'dialog', by: null })
    return result === 'kept'
  },
  question: (world, id, decision) => {
    const entry = shownIn(world, id)
    const questions = clarifyQuestions(entry === undefined ? [] : [entry])
    const chosen = questions[0]?.options.find((one) => one.decision === decision && decision !== 'words')?.label
    const [said] = clarifyAnswers(questions, [[decision === 'words' ? words : (chosen ?? '')]])
    if (said === undefined) return false
    const { shown, ...given } = said
    const { result } = world.runtime.answer(world.session('ses_1'), shown, { ...given, via: 'question', by: null })
    return result === 'kept'
  },
  page: (world, id, decision) =>
    inStore(world, (own) => {
      const nobodys = { id, session: 'ses_1', fingerprint: 'none' }
      const { session, fingerprint } = recordsIn(own).find((one) => one.id === id) ?? nobodys
      const nights = { project: own, version: () => ({ ok: true, value: 1 }) as const }
      const { answer } = morningPorts(nights, { of: 'since', from: 0 }, ioIn(world))
      return answer({ entry: { id, session, fingerprint }, decision, text: words }).ok
    }),
}

/** All that is there afterwards, but who said it, how and when. */
function left(world: World) {
  world.runtime.handle(world.session('ses_1'), event('context.requested', { purpose: 'agent' }))
  world.runtime.flush()
  const who = { answeredAt: 0, answeredVia: '', at: 0, via: '', word: undefined }
  const lines = linesOf(world.folder).map((text) => JSON.parse(text))
  return inStore(world, (own) => ({
    records: recordsIn(own).map((record) => ({ ...record, ...who })),
    grants: value(own.grants()).map((grant) => ({ ...grant, ...who })),
    answers: value(own.answers()).map((answer) => ({ ...answer, ...who })),
    // By what they say: which tree was written to last is another matter.
    lines: lines.flatMap(({ line, record, changes }) => (line === 'answer' ? textOf({ record, changes }) : [])).sort(),
    page: readFileSync(join(world.folder, 'blockers.md'), 'utf8')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'NOW')
      .replaceAll(/\(you[^()]*\)/g, '(you)')
      .replace(/<!-- .*/, ''),
  }))
}

const textOf = (said: object): string =>
  JSON.stringify(said, (name, part) => (name === 'at' || name === 'via' ? undefined : part))

describe.each(wordDecisions)('%s', (decision) => {
  test.each([
    ['what waits', waiting],
    ['what is answered', answered],
  ])('on %s', async (_what, ids) => {
    const seen = new Map<string, unknown>()
    for (const [name, way] of Object.entries(ways)) {
      const world = night()
      const kept: boolean[] = []
      for (const id of ids) kept.push(await way(world, id, decision))
      if (kept.includes(true)) seen.set(name, { kept, ...left(world) })
      world.close()
    }
    const [first] = seen.values()
    for (const [name, said] of seen) expect(said, name).toEqual(first)
    const offered = { words: 5, once: 5, project: 5, never: 5, skip: 4 }[decision]
    expect(seen.size).toBe(ids === waiting ? offered : decision === 'skip' ? 0 : 3)
  })
})
