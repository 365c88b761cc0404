import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hostEnvironment, repository } from '../support/host.ts'
import { unpackPackage } from '../support/pack.ts'
import { until } from '../support/wait.ts'
import { bash, type Night, startNight, toasts } from './night.ts'

/** Another plugin takes away what ours needs, for texts with this word: a null inside. */
const word = 'brings-a-null'
const saboteur = `export const Saboteur = async () => {
  const { segment } = Intl.Segmenter.prototype
  Intl.Segmenter.prototype.segment = function (text) {
    return text.includes('${word}') ? null : segment.call(this, text)
  }
  return {}
}
`
const secret = 'sk-ant-abcdefghijklmnop123'
/** Long enough that the journal cuts it, which counts what a reader sees as one letter. */
const command = `echo ${secret} ${`${word} `.repeat(1000)}`

let night: Night
beforeAll(async () => {
  night = await startNight('fault', { files: { '.opencode/plugin/saboteur.js': saboteur } })
})
afterAll(() => night.close())

test('a fault has one id in notice, log and store, and the program names its place in the source', async () => {
  const { model, project, server } = night
  model.script('a-null-inside', [
    { calls: [bash(command)] },
    { calls: [bash(command)] },
    { text: 'Nothing went wrong.' },
  ])
  const session = await night.session()
  await session.say('Begin a-null-inside')
  for (const _ of ['first', 'second']) {
    const request = await until('the prompt', async () => (await session.pending())[0])
    await server.client.permission.reply({ requestID: request.id, reply: 'once' })
    await until('the answer', async () => (await session.pending())[0]?.id !== request.id)
  }
  await session.rest()

  const told = toasts(night).filter((text) => text.includes('(fault '))
  // Once for each way by which it is met.
  const words = /^Cannot work on an event: null is not an object .* \(fault [0-9a-f]{6}\)$/
  expect(told.filter((text) => !words.test(text))).toEqual([])
  expect([told.length > 0, new Set(told).size]).toEqual([true, told.length])
  const id = /[0-9a-f]{6}(?=\)$)/.exec(told[0] ?? '')?.[0] ?? ''
  const output = await until(
    'the log',
    () => server.process.output().includes(`(fault ${id}): TypeError`) && server.process.output(),
  )
  expect(output).toMatch(/server\.js:\d+:\d+/)

  const kept = project.faults()
  expect(kept).toContainEqual(
    expect.objectContaining({
      session: session.id,
      fault: expect.objectContaining({ id, where: 'an event', error: expect.objectContaining({ name: 'TypeError' }) }),
    }),
  )
  expect(JSON.stringify(kept)).not.toContain(secret)

  const program = join(unpackPackage(inject('tarball'), join(repository, '.e2e/fault-program')), 'dist/cli.js')
  const env = hostEnvironment(night.host.home, project.directory)
  const shown = execFileSync(process.execPath, [program, 'fault', id], {
    cwd: project.directory,
    encoding: 'utf8',
    env,
  })
  const source = readFileSync(join(repository, 'src/runtime/text/cut.ts'), 'utf8').split('\n')
  const line = source.findIndex((text) => text.includes('.segment(near)')) + 1
  const column = (source[line - 1] ?? '').indexOf('.containing') + 1
  expect(shown).toMatch(new RegExp(`at src/runtime/text/cut\\.ts:${line}:(\\d+)\n +const segment = new Intl.Segmenter`))
  const found = Number(new RegExp(`cut\\.ts:${line}:(\\d+)`).exec(shown)?.[1])
  expect(Math.abs(found - column)).toBeLessThan(40)
  expect(shown).toContain('src/runtime/create-runtime.ts:')
  expect(shown).not.toContain('server.js')

  const none = spawnSync(process.execPath, [program, 'fault', '0a0a0a'], {
    cwd: project.directory,
    encoding: 'utf8',
    env,
  })
  expect([none.status, none.stderr]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`^Cannot show the fault 0a0a0a: no night of this project has it; they have .*\\b${id}\\b`),
    ),
  ])
})
