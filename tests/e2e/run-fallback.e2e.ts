import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHost } from '../support/host.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'
import { bash, gate, marker, prepare, readReadme, type Stage, toolResults, write } from './night.ts'

let stage: Stage
let spare: ScriptedModel
beforeAll(async () => {
  spare = await startScriptedModel()
  stage = await prepare('run-fallback', {
    spareUrl: spare.url,
    files: {
      '.opencode/diverter.yaml': 'version: 1\npolicies: [./policies/night.yaml]\n',
      '.opencode/policies/night.yaml':
        'version: 1\nextends: builtin:blockers\nparams: { fallback: [spare/one], silence: 25s }\n',
    },
  })
})
afterAll(async () => {
  await stage.close()
  await spare.close()
})

async function run(task: string, ...more: string[]): Promise<{ code: number | null; output: string; answer: string }> {
  const running = startHost(stage.host, stage.project.directory, ['run', ...more, task])
  const code = await running.ended
  return { code, output: running.output(), answer: running.answer() }
}

test('opencode run: after an error the next model goes on in the same process, and its end is the end', async () => {
  const message = 'You exceeded your current quota, which resets in 3 hours.'
  stage.model.script('run-quota', [{ calls: [readReadme] }, { status: 403, error: { message } }])
  spare.script('run-quota', [{ calls: [bash('git push')] }, { text: 'Half of it.' }, { text: marker }])
  const { code, output, answer } = await run('Begin run-quota')
  expect(spare.requests('run-quota'), output).toHaveLength(3)
  expect(toolResults({ ...stage, model: spare }, 'run-quota', 1).at(-1)).toContain('git push')
  expect(answer).toContain('Half of it.\n')
  expect(answer).toContain(marker)
  expect(output).toContain('opencode-diverter: the run goes on where OpenCode would leave')
  expect(output).toContain('opencode-diverter:\nFinished (done: claimed, not verified).')
  expect(output.match(/^Finished|^Not finished/gm)).toHaveLength(1)
  expect(stage.project.blockers()).toContain('git push')
  expect(code).toBe(0)
})

test('opencode run: a model that falls silent is broken off and told to go on', async () => {
  const { opened, open } = gate()
  stage.model.script('run-silent', [
    { calls: [readReadme] },
    { text: 'Hm', stall: opened },
    { calls: [write('run-silent.txt', 'more work')] },
    { text: marker },
  ])
  const { code, output } = await run('Begin run-silent', '--format', 'json')
  open()
  expect(stage.project.read('run-silent.txt'), output).toBe('more work')
  expect(output).toContain(`"text":"${marker}"`)
  expect(code).toBe(0)
})

test('opencode run: where no model is left the run ends by the error, which is told', async () => {
  stage.model.script('run-gone', [{ calls: [readReadme] }, { status: 401, error: { message: 'no key' } }])
  spare.script('run-gone', [{ status: 401, error: { message: 'no key either' } }])
  const { code, output } = await run('Begin run-gone')
  expect(output).toContain('Not finished: the run stopped (error: auth: no key either')
  expect(spare.requests('run-gone')).toHaveLength(1)
  expect(code).toBe(1)
})
