import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHost } from '../support/host.ts'
import { bash, marker, prepare, readReadme, type Stage, todos, toolResults, write } from './night.ts'

let stage: Stage
beforeAll(async () => {
  stage = await prepare('run')
})
afterAll(() => stage.close())

async function run(task: string, ...more: string[]): Promise<{ code: number | null; output: string }> {
  const running = startHost(stage.host, stage.project.directory, ['run', ...more, task])
  return { code: await running.ended, output: running.output() }
}

test('opencode run: an ask is diverted before the host refuses it itself, and the work goes on', async () => {
  stage.model.script('run-ask', [
    { calls: [bash('echo run-ask-1'), bash('echo run-ask-2')] },
    { calls: [write('run-ask.txt', 'done instead')] },
    { text: 'I think that is all.' },
    { text: `Yes.\n${marker}` },
  ])
  const { code, output } = await run('Begin run-ask', '--print-logs', '--log-level', 'INFO')
  expect(output).toContain(marker)
  // What it leaves when it ends, and what its log tells on the way.
  expect(output).toMatch(
    /opencode-diverter:\nFinished \(done: claimed, not verified\)\.\n.*- b1 bash: echo run-ask-1.*Written down in .*\/blockers\.md\n/s,
  )
  for (const line of ['Diverted', 'Logged', 'Injected continuation prompt', 'Completion marker detected - stopping'])
    expect(output).toContain(`${line}`)
  expect(code).toBe(0)
  expect(toolResults(stage, 'run-ask', 1)[0]).toContain('echo run-ask-1')
  expect(stage.model.requests('run-ask')).toHaveLength(4)
  expect(stage.project.blockers()).toContain('echo run-ask-1')
  expect(stage.project.blockers()).toContain('echo run-ask-2')
  expect(stage.project.read('run-ask.txt')).toBe('done instead')
})

test('opencode run: a premature stop is answered before the process leaves', async () => {
  stage.model.script('run-early', [
    { calls: [readReadme] },
    { text: 'Done, I guess.' },
    { calls: [write('run-early.txt', 'more work')] },
    { text: marker },
  ])
  const { code } = await run('Begin run-early')
  expect(code).toBe(0)
  expect(stage.model.requests('run-early')).toHaveLength(4)
  expect(stage.project.read('run-early.txt')).toBe('more work')
})

test('opencode run: five equal answers without progress end the run', async () => {
  stage.model.script('run-same', [{ calls: [todos(false)] }, { text: 'I am finished, I believe.' }])
  const { code } = await run('Begin run-same')
  expect(code).toBe(0)
  expect(stage.model.requests('run-same'), 'the first answer came with progress').toHaveLength(2 + 5)
})

test('opencode run: a task that is answered with words gets its prompts at once, and at most two', async () => {
  stage.model.script('run-words', [{ text: 'Here is my plan. Shall I proceed?' }, { text: 'Shall I?' }])
  const { code } = await run('Begin run-words')
  expect(code).toBe(0)
  expect(stage.model.requests('run-words')).toHaveLength(3)
})
