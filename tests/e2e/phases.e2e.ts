import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, ModelRequest } from '../support/scripted-model.ts'
import { serve } from '../support/serve.ts'
import { openSession, type TestSession } from '../support/session.ts'
import { stillness, until } from '../support/wait.ts'
import {
  ask,
  bash,
  marker,
  type Night,
  prepare,
  readReadme,
  type Stage,
  startNight,
  toasts,
  todos,
  toolResults,
  typed,
  write,
} from './night.ts'

const stateFolder = '.opencode/state'
const stateFile = `${stateFolder}/active_task_graph.json`
const spec = '.opencode/specs/x/spec.md'
const plan = '.opencode/plans/x/plan.md'

const skillNames = ['brainstorming', 'specify', 'clarify', 'architecture-tech-lead', 'task-planner', 'code-implementer']
const files = Object.fromEntries(
  skillNames.map((name) => [
    `.opencode/skills/${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: How ${name} is done here\n---\nThis is the ${name} skill.\n`,
  ]),
)

const skill = (name: string) => ({ name: 'skill', input: { name } })
const loaded = (name: string) => `<skill_content name="${name}">`
const specWith = (markers: number) =>
  `# Feature X\n${Array.from({ length: markers }, (_, index) => `[NEEDS CLARIFICATION: point ${index + 1}?]\n`).join('')}`

interface WorkflowState {
  current_phase?: string
  phase_artifacts?: Record<string, string>
  skipped_phases?: string[]
}

function stateOf({ project }: Stage): WorkflowState {
  const text = project.read(stateFile)
  return text === '' ? {} : (JSON.parse(text) as WorkflowState)
}

/** The person types `/plan …` in a new session; a workflow that an earlier test left is ended first. */
async function begin(night: Night, key: string): Promise<{ session: TestSession; said: string }> {
  const session = await night.session()
  await typed(night, session, '/phases reset')
  const said = await typed(night, session, `/plan Feature X, ${key}`)
  await session.rest()
  return { session, said }
}

describe('with one server', () => {
  let night: Night
  beforeAll(async () => {
    night = await startNight('phases', { files })
  })
  afterAll(() => night.close())

  test('/plan starts a workflow, and the agent that implements at once is refused', async () => {
    night.model.script('from-init', [{ calls: [skill('code-implementer')] }, { text: marker }])
    const { said } = await begin(night, 'from-init')
    expect(said).toContain('The workflow has started, in the init phase')
    const [first] = night.model.requests('from-init')
    expect(first?.messages.at(-1)?.text).toContain(
      'Begin the structured workflow for this feature: Feature X, from-init',
    )
    expect(toolResults(night, 'from-init', 1)).toEqual([
      [
        'BLOCKED: Cannot execute during the init phase',
        '',
        'Current phase: init',
        'Attempted: code-implementer → execute',
        '',
        'Next: run brainstorming (brainstorm) or specify',
      ].join('\n'),
    ])
    expect(stateOf(night).current_phase).toBe('init')
  })

  test('what the person types while a workflow is active is answered without a model call', async () => {
    night.model.script('typed-early', [{ text: marker }])
    const { session } = await begin(night, 'typed-early')
    const before = night.model.requests().length
    const skillTyped = await typed(night, session, '/code-implementer begin with the parser')
    expect(skillTyped).toContain('BLOCKED: Cannot execute during the init phase')
    expect(skillTyped).toContain('Attempted: code-implementer → execute')
    const planTyped = await typed(night, session, '/plan Another feature')
    expect(planTyped).toContain('BLOCKED: a workflow is active')
    const status = await typed(night, session, '/phases status')
    expect(status).toContain('Phase: init')
    expect(status).toContain('- specify: yes, by specify')
    expect(status).toContain('- execute: no: Cannot execute during the init phase')
    await stillness(() => night.model.requests().length)
    expect(night.model.requests()).toHaveLength(before)
    expect(stateOf(night).current_phase).toBe('init')
  })

  test('a skill typed as a slash command enters its phase when its turn has come', async () => {
    night.model.script('typed-in-time', [{ text: marker }])
    const { session } = await begin(night, 'typed-in-time')
    await session.command('/specify the import')
    expect(stateOf(night)).toMatchObject({ current_phase: 'specify', skipped_phases: ['brainstorm'] })
    expect(night.model.requests('typed-in-time').at(-1)?.messages.at(-1)?.text).toContain('This is the specify skill.')
  })

  test('from idea to code in one unattended run, with four open markers between', async () => {
    const answers: Answer[] = [
      { calls: [skill('brainstorming')] },
      { text: 'Brainstorming complete.' },
      { calls: [skill('specify')] },
      { calls: [write(spec, specWith(4))] },
      { text: 'Specification complete.' },
      { calls: [skill('architecture-tech-lead')] },
      { calls: [skill('clarify')] },
      { text: 'Clarification complete.' },
      { calls: [write(spec, specWith(0))] },
      { text: 'The clarifications are resolved.' },
      { calls: [skill('architecture-tech-lead')] },
      { calls: [write(plan, '# The plan\n')] },
      { text: 'The architecture is complete.' },
      { calls: [skill('task-planner')] },
      { calls: [todos(false, false)] },
      { text: 'Tasks created.' },
      { calls: [skill('code-implementer')] },
      { text: marker },
    ]
    const phases: (string | undefined)[] = []
    night.model.script('whole-way', (_request: ModelRequest, turn: number) => {
      phases.push(stateOf(night).current_phase)
      return answers[turn] ?? { text: marker }
    })
    await begin(night, 'whole-way')
    expect(phases).toEqual([
      'init',
      'brainstorm',
      ...['specify', 'specify', 'specify'],
      ...['clarify', 'clarify', 'clarify', 'clarify', 'clarify'],
      ...['architecture', 'architecture', 'architecture'],
      ...['decompose', 'decompose', 'decompose'],
      ...['execute', 'execute'],
    ])
    const results = toolResults(night, 'whole-way', answers.length - 1)
    expect(results[3]).toContain(`4 [NEEDS CLARIFICATION] markers are open in ${spec}`)
    expect(results[3]).toContain('Next: run clarify')
    expect(results[6]).toContain(loaded('architecture-tech-lead'))
    expect(results.at(-1)).toContain(loaded('code-implementer'))
    expect(stateOf(night)).toMatchObject({
      current_phase: 'execute',
      phase_artifacts: { specify: spec, architecture: plan },
    })
    expect(stateOf(night).skipped_phases ?? []).toEqual([])
    expect(toasts(night).join('\n')).toContain('The clarify phase goes on: 4 [NEEDS CLARIFICATION] markers')
  })

  test('with three open markers clarify is skipped, counted anew after an edit by hand', async () => {
    const notices = toasts(night).length
    const answers: Answer[] = [
      { calls: [skill('specify')] },
      { calls: [write(spec, specWith(4))] },
      { calls: [skill('architecture-tech-lead')] },
      { calls: [skill('architecture-tech-lead')] },
      { text: marker },
    ]
    night.model.script('three-markers', (_request: ModelRequest, turn: number) => {
      if (turn === 3) night.project.write(spec, specWith(3))
      return answers[turn] ?? { text: marker }
    })
    await begin(night, 'three-markers')
    const [, , refused, entered] = toolResults(night, 'three-markers', 4)
    expect(refused).toContain(`4 [NEEDS CLARIFICATION] markers are open in ${spec}`)
    expect(entered).toContain(loaded('architecture-tech-lead'))
    expect(stateOf(night)).toMatchObject({
      current_phase: 'architecture',
      phase_artifacts: { specify: spec },
      skipped_phases: ['brainstorm', 'clarify'],
    })
    expect(toasts(night).slice(notices).join('\n')).toContain('clarify auto-skipped: markers ≤ 3')
  })

  test('of two skill calls in one message the second is judged by what the first left', async () => {
    night.project.remove('.opencode/specs')
    night.model.script('two-at-once', [
      { calls: [skill('specify'), skill('architecture-tech-lead')] },
      { text: marker },
    ])
    await begin(night, 'two-at-once')
    const results = toolResults(night, 'two-at-once', 1)
    expect(results).toHaveLength(2)
    expect(results[0]).toContain(loaded('specify'))
    expect(results[1]).toContain('BLOCKED: spec.md not found')
    expect(stateOf(night).current_phase).toBe('specify')
  })

  test("a subagent's skill call is refused like its parent's", async () => {
    night.model.script('parent-plans', [
      { calls: [{ name: 'task', input: { description: 'Part', prompt: 'Do child-codes', subagent_type: 'general' } }] },
      { text: marker },
    ])
    night.model.script('child-codes', [{ calls: [skill('code-implementer')] }, { text: 'The part was refused.' }])
    await begin(night, 'parent-plans')
    expect(toolResults(night, 'child-codes', 1)[0]).toContain('BLOCKED: Cannot execute during the init phase')
    expect(night.model.requests('child-codes')).toHaveLength(2)
    expect(stateOf(night).current_phase).toBe('init')
  })

  test('a diverted permission and a refused skill in one turn: both are told and written down, the work goes on', async () => {
    night.model.script('both-policies', [
      { calls: [bash('echo both-policies'), skill('code-implementer')] },
      { calls: [write('both-policies.txt', 'done instead')] },
      { text: marker },
    ])
    await begin(night, 'both-policies')
    const results = toolResults(night, 'both-policies', 1)
    expect(results[0]).toContain('echo both-policies')
    expect(results[0]).toContain('`blocker`')
    expect(results[1]).toContain('BLOCKED: Cannot execute during the init phase')
    expect(night.project.blockers()).toContain('echo both-policies')
    expect(night.project.blockers()).toContain('skill code-implementer')
    expect(night.project.read('both-policies.txt')).toBe('done instead')
    expect(night.model.requests('both-policies')).toHaveLength(3)
  })

  test('the agent can read the state, and neither write, edit nor remove it', async () => {
    night.model.script('opens-the-gate', [
      { calls: [{ name: 'read', input: { filePath: stateFile } }] },
      { calls: [write(stateFile, '{"current_phase":"execute"}')] },
      { calls: [{ name: 'edit', input: { filePath: stateFile, oldString: '"init"', newString: '"execute"' } }] },
      { calls: [bash(`rm -f ${stateFile}`)] },
      { text: marker },
    ])
    const { session } = await begin(night, 'opens-the-gate')
    const [seen, ...refused] = toolResults(night, 'opens-the-gate', 4)
    expect(seen).toContain('"current_phase": "init"')
    expect(refused).toHaveLength(3)
    for (const text of refused) expect(text).toContain(`BLOCKED: ${stateFile} binds this session`)
    expect(stateOf(night).current_phase).toBe('init')
    expect(await session.pending()).toEqual([])
    for (const entry of [`write: ${stateFile}`, `edit: ${stateFile}`, `bash: rm -f ${stateFile}`]) {
      expect(night.project.blockers()).toContain(entry)
    }
  })

  test('a state that was changed past the plugin is said, and the run is paused', async () => {
    const notices = toasts(night).length
    const answers: Answer[] = [{ calls: [readReadme] }, { calls: [skill('code-implementer')] }, { text: marker }]
    night.model.script('past-the-plugin', (_request: ModelRequest, turn: number) => {
      if (turn === 1) night.project.write(stateFile, night.project.read(stateFile).replace('"init"', '"execute"'))
      return answers[turn] ?? { text: marker }
    })
    const { session } = await begin(night, 'past-the-plugin')
    const said = toasts(night).slice(notices).join('\n')
    expect(said).toContain(`${stateFile} was edited outside the plugin; the run is paused.`)
    expect(toolResults(night, 'past-the-plugin', 2)[1], 'the edit alone opens nothing').toContain(
      'BLOCKED: plan.md not found',
    )
    expect(await ask(night, session, 'status')).toMatch(/paused/)
    expect(JSON.stringify(night.project.journal(session.id))).toContain('memory.tampered')
  })

  test('a state that /undo takes back is healed and said', async () => {
    night.model.script('taken-back', [
      { text: marker },
      { calls: [skill('specify'), write('taken-back.txt', 'x')] },
      { text: marker },
    ])
    const { session } = await begin(night, 'taken-back')
    await session.say('Now the specification')
    await session.rest()
    expect(stateOf(night).current_phase).toBe('specify')
    const told = (await session.messages()).filter((message) => message.role === 'user' && !message.ignored)
    await night.server.client.session.revert({ sessionID: session.id, messageID: told.at(-1)?.id ?? '' })
    expect(night.project.read('taken-back.txt')).toBe('')
    expect(stateOf(night).current_phase, 'the host put it back').toBe('init')
    const notices = toasts(night).length
    await typed(night, session, '/phases status')
    const said = () => toasts(night).slice(notices).join('\n')
    await until('the status', () => said().includes('Phase: specify'), { seen: said })
    expect(said()).toContain(`${stateFile} had gone back to an earlier state`)
    expect(stateOf(night).current_phase).toBe('specify')
  })

  test('/phases finish puts the file aside, and nothing is refused any more', async () => {
    night.model.script('comes-to-an-end', [{ text: marker }])
    const { session } = await begin(night, 'comes-to-an-end')
    const state = night.project.read(stateFile)
    const before = readdirSync(join(night.project.directory, stateFolder))
    expect(await typed(night, session, '/phases finish')).toContain('The workflow has ended in the init phase.')
    expect(night.project.read(stateFile)).toBe('')
    const [copy = '', ...more] = readdirSync(join(night.project.directory, stateFolder)).filter(
      (name) => !before.includes(name),
    )
    expect(more).toEqual([])
    expect(night.project.read(`${stateFolder}/${copy}`)).toBe(state)
    expect(await typed(night, session, '/phases status')).toContain('No workflow is active')
    await session.command('/code-implementer begin')
    expect(night.model.requests('comes-to-an-end').at(-1)?.messages.at(-1)?.text).toContain(
      'This is the code-implementer skill.',
    )
  })
})

test('a kill in the middle keeps the phase, and what the session entered', async () => {
  const stage = await prepare('phases-restart', { files })
  let release: () => void = () => undefined
  const hold = new Promise<void>((resolve) => {
    release = resolve
  })
  stage.model.script('killed-phase', [
    { calls: [skill('specify')] },
    { calls: [write(spec, specWith(0))] },
    { text: 'Never finished.', hold },
  ])
  const first = await serve(stage.host, stage.project)
  const begun = await openSession(first)
  const planning = begun.command('/plan Feature X, killed-phase').catch(() => 'the server is gone')
  await until('the third step', () => stage.model.requests('killed-phase').length === 3)
  await first.stop('SIGKILL')
  release()
  await planning

  stage.model.script('killed-phase', [
    { calls: [skill('code-implementer')] },
    { text: 'Specification complete.' },
    { calls: [skill('architecture-tech-lead')] },
    { text: marker },
  ])
  const second = await serve(stage.host, stage.project)
  const night: Night = {
    ...stage,
    server: second,
    session: (id) => openSession(second, id),
    close: async () => {
      await second.stop()
      await stage.close()
    },
  }
  try {
    const session = await night.session(begun.id)
    expect(await typed(night, session, '/phases status')).toContain('Phase: specify')
    await session.say('Go on with killed-phase')
    await session.rest()
    expect(toolResults(night, 'killed-phase', 4).at(-1)).toContain('BLOCKED: Cannot execute during the specify phase')
    expect(toolResults(night, 'killed-phase', 6).at(-1)).toContain(loaded('architecture-tech-lead'))
    expect(stateOf(night)).toMatchObject({ current_phase: 'architecture', skipped_phases: ['brainstorm', 'clarify'] })
  } finally {
    await night.close()
  }
})
