import { afterEach, beforeEach, expect, it } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { asked, builtinPolicies, openWorld, type World } from '../bench/world.ts'
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
  expect(await run('grants', 'revoke', '1')).toEqual({ code: 0, output: 'Taken back: bash: git push\n', errors: '' })
  expect(await run('grants')).toEqual(nothing)
  expect(push().verdict.outcome).toBe('deny')
})
