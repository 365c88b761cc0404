import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { asked, builtinPolicies, event, openWorld, typed, type World } from '../bench/world.ts'
import { done, open, project, tamper } from '../store/bench.ts'
import { placeOf } from '../support/folder-store.ts'

let world: World
beforeEach(async () => {
  world = openWorld(await builtinPolicies())
})
afterEach(() => world.close())

async function run(...words: string[]) {
  const seen = { output: '', errors: '' }
  const io = {
    cwd: world.folder,
    place: placeOf(world.folder),
    color: false,
    write: (text: string) => {
      seen.output += text
    },
    writeError: (text: string) => {
      seen.errors += text
    },
  }
  return { code: await runProgram(words, '0.1.0', io), ...seen }
}

const nothing = { code: 0, output: 'Nothing is allowed or forbidden here by a decision of yours.\n', errors: '' }

it.each([
  ['\u001b[31m', '\\x1b[31m'],
  ['1\nTaken back: all', '1 ⏎ Taken back: all'],
])('shows what is no number of a grant without obeying it: %j', async (given, shown) => {
  expect(await run('grants', 'revoke', given)).toEqual({
    code: 1,
    output: '',
    errors: `Cannot take back "${shown}": nothing of that number is in force; \`grants\` alone shows what is\n`,
  })
})

it('shows what was decided, takes it back, and the request is refused again', async () => {
  expect(await run('grants')).toEqual(nothing)
  const push = () => world.runtime.handle(world.session('ses_1'), asked('git push'))
  expect(push().verdict.outcome).toBe('deny')
  await run('answer', 'b1', '--allow', 'project', '--by', 'Anna')
  expect(push().verdict.outcome).toBe('allow')
  const { output } = await run('grants')
  expect(output.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'NOW')).toBe(
    `1  in this project  bash: git push\n      b1: Anna, in the terminal, NOW\nTake one back with: npx opencode-diverter grants revoke <number>\n`,
  )
  expect(await run('grants', 'revoke', '7')).toEqual({
    code: 1,
    output: '',
    errors: 'Cannot take back "7": nothing of that number is in force; `grants` alone shows what is\n',
  })
  const taken = 'Taken back: bash: git push\nOpen again, to be answered anew: b1\n'
  expect(await run('grants', 'revoke', '1')).toEqual({ code: 0, output: taken, errors: '' })
  expect(await run('grants')).toEqual(nothing)
  expect(push().verdict.outcome).toBe('deny')
})

it.each([
  ['project', 'Allowed in this project'],
  ['once', 'Allowed once'],
  ['never', 'Never'],
])('what was said by a %s that is taken back stands nowhere any more, and waits again', async (reach, said) => {
  const push = (session: string) => world.runtime.handle(world.session(session), asked('git push'))
  const page = () => readFileSync(join(world.folder, 'blockers.md'), 'utf8')
  const told = () =>
    world.runtime
      .handle(world.session('ses_1'), event('context.requested', { purpose: 'agent' }))
      .decision.effects.flatMap((effect) => (effect.effect === 'instruct' ? effect.text : []))
      .join()
  for (const session of ['ses_1', 'ses_2']) push(session)
  await run('answer', 'b1', ...(reach === 'never' ? ['--never'] : ['--allow', reach]))
  expect(page().match(new RegExp(`\\*\\*Answer\\*\\*: ${said} `, 'g'))).toHaveLength(2)
  expect(told()).toContain('- b1 bash: git push: ')
  expect((await run('grants', 'revoke', '1')).output).toContain('Open again, to be answered anew: b1, b2\n')
  expect(page()).not.toContain('**Answer**')
  expect(page().match(/^- \[ \] /gm)).toHaveLength(2)
  expect(told()).toContain('Open blockers, already logged:\n- b1 bash: git push\n')
  expect(told()).not.toContain('Answered by the user')
  expect((await run('grants', 'revoke', '1')).code).toBe(1)
  expect(push('ses_1').verdict.outcome).toBe('deny')
  const { output } = await run('answer')
  expect(output).toContain('ses_1: 1 open\n  b1  bash: git push\n')
})

it('tells what is taken back as data too', async () => {
  world.runtime.handle(world.session('ses_1'), asked('git push'))
  await run('answer', 'b1', '--allow', 'project')
  const { output } = await run('grants', 'revoke', '1', '--json')
  expect(JSON.parse(output)).toEqual({ revoked: 1, subject: 'bash: git push', reopened: ['b1'] })
})

it('leaves what was said after a word that is taken back', async () => {
  const push = () => world.runtime.handle(world.session('ses_1'), asked('git push'))
  push()
  await run('answer', 'b1', '--never')
  await run('answer', 'b1', 'Use', 'a', 'branch')
  expect(await run('grants', 'revoke', '1')).toMatchObject({ code: 0, output: 'Taken back: bash: git push\n' })
  expect(readFileSync(join(world.folder, 'blockers.md'), 'utf8')).toContain('- **Answer**: Use a branch (')
})

it('shows the same as data', async () => {
  expect((await run('grants', '--json')).output).toBe('[]\n')
  world.runtime.handle(world.session('ses_1'), asked('git push'))
  await run('answer', 'b1', '--allow', 'project', '--by', 'Anna')
  const { code, output } = await run('grants', '--json')
  expect({ code, data: JSON.parse(output) }).toEqual({
    code: 0,
    data: [
      {
        id: 1,
        reach: 'project',
        subject: 'bash: git push',
        entry: 'b1',
        at: expect.any(Number),
        via: 'terminal',
        by: 'Anna',
        sealed: true,
      },
    ],
  })
})

it('says of one that ended meanwhile that it did not take it back', async () => {
  world.runtime.handle(world.session('ses_1'), asked('git push'))
  await run('answer', 'b1', '--allow', 'project')
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    clock.mockRestore()
    const store = open(placeOf(world.folder))
    done(project(store, world.folder).commit({ trees: [], revision: null, ended: [{ grant: 1, at: now, by: 'used' }] }))
    store.close()
    return now
  })
  expect(await run('grants', 'revoke', '1')).toEqual({
    code: 1,
    output: '',
    errors: 'Cannot take back "1": it ended just now, or something keeps it; `grants` shows what is in force\n',
  })
})

it('says that decisions were changed by somebody else, until one is made anew', async () => {
  const push = () => world.runtime.handle(world.session('ses_1'), asked('git push')).verdict.outcome
  const merge = () => world.runtime.handle(world.session('ses_1'), asked('git merge')).verdict.outcome
  const state = () => String(world.runtime.handle(world.session('ses_1'), typed('blockers', 'status')).reply)
  const changed =
    'Your decisions in the store do not fit their seal as a whole, so none of before counts but a sealed never'
  expect([push(), merge()]).toEqual(['deny', 'deny'])
  await run('answer', 'b1', '--allow', 'project')
  await run('answer', 'b2', '--never')
  await run('grants', 'revoke', '2')
  expect([push(), state().includes(changed)]).toEqual(['allow', false])
  tamper(placeOf(world.folder), 'UPDATE grants SET ended = NULL, ended_by = NULL WHERE id = 2')
  expect(push()).toBe('deny')
  expect(state()).toContain(
    `\nNot ours, without effect: 2 answers, 2 grants in the store without a seal of ours\n${changed}; look with npx opencode-diverter grants, and answer again\n`,
  )
  const { output } = await run('grants')
  expect(output.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'NOW')).toBe(
    `${changed}; answer again what should
1  in this project  bash: git push
      b1: you, in the terminal, NOW; it has no seal of ours and changes nothing
2  never  bash: git merge
      b2: you, in the terminal, NOW; it has no seal of ours and changes nothing
Take one back with: npx opencode-diverter grants revoke <number>
`,
  )
  await run('answer', 'b1', '--allow', 'project')
  expect([push(), state().includes(changed)]).toEqual(['allow', false])
})
