import type { EventOf, EventType, Question, SessionFacts } from '../../../src/core/event.ts'
import { type EventSpec, events, items, roots } from '../../../src/core/vocabulary.ts'

/** Puts a text of others where it is called, and knows it again by the name of the place. */
export type Plant = (place: string) => string

type Maker<T extends EventType> = (plant: Plant) => EventOf<T>

const question = (plant: Plant, place: string): Question => ({
  question: plant(`${place}.question`),
  header: plant(`${place}.header`),
  options: [plant(`${place}.options`), 'no'],
  about: [plant(`${place}.about`), ''],
  multiple: false,
  fingerprint: `print of ${place}`,
  answer: null,
  answeredAt: null,
  rule: null,
})

/**
 * Each event with a text of others in each field that can have one. The compiler misses a new event and a new field
 * here, and a test misses a field of texts in which nothing was planted.
 */
export const makers: { [T in EventType]: Maker<T> } = {
  'session.opened': () => ({ type: 'session.opened', origin: 'created' }),
  'session.closed': () => ({ type: 'session.closed' }),
  'user.wrote': (plant) => ({ type: 'user.wrote', message: 'm1', text: plant('user.wrote.text') }),
  'user.interrupted': () => ({ type: 'user.interrupted' }),
  'command.run': (plant) => ({
    type: 'command.run',
    name: 'blockers',
    action: plant('command.run.action'),
    text: plant('command.run.text'),
  }),
  'run.wanted': () => ({ type: 'run.wanted', via: 'page' }),
  'permission.asked': (plant) => ({
    type: 'permission.asked',
    request: 'p1',
    permission: plant('permission.asked.permission'),
    patterns: [plant('permission.asked.patterns')],
    command: plant('permission.asked.command'),
    paths: [plant('permission.asked.paths')],
    url: plant('permission.asked.url'),
    call: null,
    workdir: plant('permission.asked.workdir'),
    input: { deep: [{ of: plant('permission.asked.input') }] },
    fingerprint: 'print of a permission',
    exact: false,
    class: plant('permission.asked.class'),
  }),
  'question.asked': (plant) => {
    const asked = question(plant, 'question.asked.questions')
    return {
      type: 'question.asked',
      request: 'q1',
      questions: [asked],
      only: asked,
      open: [asked],
      chosen: [],
      text: plant('question.asked.text'),
      fingerprint: 'print of questions',
    }
  },
  'request.settled': () => ({ type: 'request.settled', request: 'p9', kind: 'permission', reply: 'once', by: 'user' }),
  'tool.called': (plant) => ({
    type: 'tool.called',
    tool: plant('tool.called.tool'),
    call: 'c1',
    access: 'run',
    paths: [plant('tool.called.paths')],
    touches: [plant('tool.called.touches')],
    whole: false,
    command: plant('tool.called.command'),
    script: plant('tool.called.script'),
    url: plant('tool.called.url'),
    input: { deep: [{ of: plant('tool.called.input') }] },
    fingerprint: 'print of a call',
  }),
  'tool.finished': (plant) => ({
    type: 'tool.finished',
    tool: plant('tool.finished.tool'),
    call: 'c1',
    ok: false,
    changed: true,
    wrote: [plant('tool.finished.wrote')],
    paths: [plant('tool.finished.paths')],
    command: plant('tool.finished.command'),
    workdir: plant('tool.finished.workdir'),
    exit: 1,
    lasted: 10,
    output: plant('tool.finished.output'),
    repeated: false,
    fingerprint: 'print of a call',
    outcome: null,
  }),
  'files.changed': (plant) => ({ type: 'files.changed', paths: [plant('files.changed.paths')], calls: [] }),
  'skill.requested': (plant) => ({
    type: 'skill.requested',
    skill: plant('skill.requested.skill'),
    via: 'tool',
    text: plant('skill.requested.text'),
  }),
  'record.submitted': (plant) => ({
    type: 'record.submitted',
    kind: 'blocker',
    valid: false,
    problems: [plant('record.submitted.problems')],
    tries: 1,
    raw: plant('record.submitted.raw'),
    goodCall: plant('record.submitted.goodCall'),
    ref: null,
    fingerprint: 'print of a record',
  }),
  'step.ended': () => ({
    ...{ type: 'step.ended', message: 'm2', finish: 'stop', last: true, empty: false, calls: 0 },
    ...{ progress: true, tokens: 10, cost: 0 },
  }),
  'turn.ended': (plant) => ({
    ...{ type: 'turn.ended', message: 'm3', text: plant('turn.ended.text'), finish: 'stop', empty: false, calls: 1 },
    ...{ progress: true, fingerprint: 'print of an answer' },
  }),
  'turn.failed': (plant) => ({
    ...{ type: 'turn.failed', kind: 'network', message: plant('turn.failed.message') },
    ...{ status: null, retryable: true, resetsAt: null },
  }),
  'host.retrying': (plant) => ({
    ...{ type: 'host.retrying', attempt: 1, message: plant('host.retrying.message'), since: 1, next: null },
  }),
  'context.requested': () => ({ type: 'context.requested', purpose: 'agent' }),
  'context.compacted': () => ({ type: 'context.compacted', auto: true }),
  'todos.changed': () => ({ type: 'todos.changed', open: 1, total: 1 }),
  'memory.tampered': (plant) => ({ type: 'memory.tampered', file: plant('memory.tampered.file'), change: 'edited' }),
  'request.refused': (plant) => ({
    ...{ type: 'request.refused', rule: 'all', event: 'permission.asked', subject: plant('request.refused.subject') },
    ...{ reason: plant('request.refused.reason'), recorded: false, request: null, fingerprint: 'print of a refusal' },
  }),
  'run.stopped': (plant) => ({ type: 'run.stopped', reason: 'error', detail: plant('run.stopped.detail') }),
  'run.expired': () => ({ type: 'run.expired', at: 1, late: 0 }),
  'session.silent': (plant) => ({
    ...{ type: 'session.silent', since: 1, lasted: 10, doing: 'tool', tool: plant('session.silent.tool') },
  }),
  'timer.fired': () => ({ type: 'timer.fired', timer: 'one', late: 0 }),
  'effect.failed': (plant) => ({
    ...{ type: 'effect.failed', effect: 'prompt', rule: 'all', error: plant('effect.failed.error'), attempts: 1 },
  }),
}

/** What a host knows of a session beside its events. */
export const ofSession: Record<keyof SessionFacts, ((plant: Plant) => string) | null> = {
  ...{ id: null, root: null, depth: null, path: null, mode: null, prompts: null, turn: null, readable: null },
  hasTask: null,
  // The folder is the project's own place.
  directory: null,
  agent: (plant) => plant('session.agent'),
  model: (plant) => plant('session.model'),
  title: (plant) => plant('session.title'),
}

/** Fields that hold words of ours alone: names that a policy declares, and what is computed. */
const ours = new Set(
  (
    'fingerprint command.run.name record.submitted.kind request.refused.rule request.refused.event timer.fired.timer ' +
    'effect.failed.effect effect.failed.rule tool.finished.outcome session.directory session.path question.asked.only ' +
    'question.asked.open question.asked.chosen'
  ).split(' '),
)
const ofTexts = /^(?:string|path|json|question|list<(?:string|path)>)\??$/

/** The names of all places of the vocabulary where a text of others may stand. */
export function placesOfTexts(): string[] {
  const of = (owner: string, fields: Readonly<Record<string, string>>): string[] =>
    Object.entries(fields).flatMap(([field, type]) => {
      if (type === 'list<question>' && !ours.has(`${owner}.${field}`)) return of(`${owner}.${field}`, items.question)
      const isOurs =
        ours.has(field) || ours.has(`${owner}.${field}`) || /\.questions\.(?:answer|rule)$/.test(`${owner}.${field}`)
      return isOurs || !ofTexts.test(type) ? [] : [`${owner}.${field}`]
    })
  const specs: Readonly<Record<string, EventSpec>> = events
  return [...Object.entries(specs).flatMap(([type, { fields }]) => of(type, fields)), ...of('session', roots.session)]
}

/** A rule for each event that says each text of it again to a person, and to the agent where it can be refused. */
export function echoingPolicy(): string {
  const specs: Readonly<Record<string, EventSpec>> = events
  const rules = Object.entries(specs).flatMap(([type, { fields, verdicts = [], query }]) => {
    const texts = Object.entries(fields).flatMap(([field, kind]) => {
      if (/^(?:string|path)\??$/.test(kind)) return [`{{event.${field}}}`, `{{quote event.${field}}}`]
      return /^list<(?:string|path)>$/.test(kind) ? [`{{join event.${field}}}`, `{{list event.${field}}}`] : []
    })
    if (texts.length === 0 || query === true) return []
    const said = JSON.stringify(
      `Said of ${type}: ${texts.join(' ; ')} in {{session.title}} of {{session.agent}} with {{session.model}}`,
    )
    const steps = [`{ notify: { text: ${said} } }`, ...(verdicts.includes('deny') ? [`{ deny: ${said} }`] : [])]
    return [`  - { id: echo-${type.replace('.', '-')}, events: [${type}], then: [${steps.join(', ')}] }`]
  })
  const instruct = '{ instruct: { text: "{{session.title}} {{session.agent}} {{facts.git.branch}} {{params.words}}" } }'
  return [
    'version: 1\nname: echo\nparams: { words: { type: string, default: "" } }\nfacts: { git: { git: {} } }\nrules:',
    ...rules,
    `  - { id: instruct, events: [context.requested], then: [${instruct}] }`,
    '',
  ].join('\n')
}
