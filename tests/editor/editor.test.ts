import { describe, expect, test } from 'vitest'
import { createEditor } from './service.ts'

const policy = createEditor('policy')
const cases = createEditor('case')
const project = createEditor('project')
const head = 'version: 1\nname: night\n'
const rule = `${head}rules:\n  - id: a\n    events: [turn.ended]\n`
const asks = 'name: x\npolicies: [builtin:guard]\nsteps:\n  - permission.asked: { permission: bash }\n'
const steps = 'name: x\npolicies: [builtin:guard]\nsteps:\n  - says: Done.\n'

describe('an editor completes', () => {
  test.each([
    ['the keys of a policy and of a file that extends', `${head}│`, ['params', 'rules', 'extends', 'override']],
    ['events', `${head}rules:\n  - id: a\n    events: [│]\n`, ['turn.ended', 'permission.asked', 'memory.tampered']],
    ['the keys of a rule', `${head}rules:\n  - id: a\n    │\n`, ['events', 'when', 'then', 'fallback', 'because']],
    ['operators', `${rule}    when:\n      │\n`, ['===', 'runsOnly', 'marker', 'cond', 'var']],
    ['steps', `${rule}    then:\n      - │\n`, ['pass', 'deny', 'prompt', 'record', 'schedule']],
    ['reasons', `${rule}    then:\n      - stop:\n          reason: │\n`, ['done', 'no-progress', 'budget']],
    ['modes', `${head}mode: │\nrules: []\n`, ['enforce', 'observe', 'disabled']],
  ])('%s', async (_, text, wanted) => {
    expect(await policy.complete(text)).toEqual(expect.arrayContaining(wanted))
  })

  test.each([
    ['what can happen in a case', steps.replace('says: Done.', '│'), ['says', 'wait', 'edit', 'tool.called']],
    ['what can be expected', `${steps}    expect:\n      │\n`, ['effects', 'prompts', 'run', 'file']],
    ['what can be expected of a request', `${asks}    expect:\n      │\n`, ['verdict', 'by', 'effects', 'run']],
    ['verdicts', `${asks}    expect:\n      verdict: │\n`, ['pass', 'allow', 'ask', 'deny']],
  ])('%s', async (_, text, wanted) => {
    expect(await cases.complete(text)).toEqual(expect.arrayContaining(wanted))
  })

  test.each([
    ['the keys of a project', 'version: 1\n│', ['builtin', 'policies', 'lint']],
    ['built-in policies', 'version: 1\nbuiltin:\n  - │\n', ['guard', 'phases', 'blockers']],
    ['checks whose severity may change', 'version: 1\nlint:\n  │\n', ['unused-name', 'untested-rule']],
    ['severities', 'version: 1\nlint:\n  unused-name:\n    severity: │\n', ['error', 'warning', '"off"']],
  ])('%s', async (_, text, wanted) => {
    expect(await project.complete(text)).toEqual(expect.arrayContaining(wanted))
  })

  test('no operator that does not exist', async () => {
    const labels = await policy.complete(`${rule}    when:\n      │\n`)
    expect(['==', '!=', 'some', 'filter'].filter((name) => labels.includes(name))).toEqual([])
  })
})

describe('an editor completes what a file that extends a built-in policy may change', () => {
  const extending = 'version: 1\nextends: builtin:blockers\n'
  const inserted = `${extending}insert:\n  - before: views\n    rules:\n      - id: mine\n        events: [permission.asked]\n`

  test.each([
    ['params', `${extending}params:\n  │\n`, ['until', 'allow', 'match', 'maxPrompts']],
    ['values of a param', `${extending}params:\n  match: │\n`, ['sentence', 'line', 'anywhere']],
    ['the default of a param', `${extending}params:\n  evidenceTries: │\n`, ['3']],
    ['paths', `${extending}override:\n  │\n`, ['rules.keep-going', 'records.blocker', 'templates.stopped']],
    ['the settings of a rule', `${extending}override:\n  rules.keep-going:\n    │\n`, ['mode', 'because']],
    [
      'rules before which it inserts',
      `${extending}insert:\n  - before: │\n`,
      ['keep-going', 'views', 'stuck-for-good'],
    ],
    ['its names behind var', `${extending}conditions:\n  mine: { "!": { var: p│ } }\n`, ['params.ask', 'memory.told']],
    ['its conditions', `${extending}conditions:\n  mine: { "!": { cond: d│ } }\n`, ['diverting', 'unattended']],
    ['what an event has in a rule of its own', `${inserted}        when: { "!": { var: e│ } }\n`, ['event.command']],
  ])('%s', async (_, text, wanted) => {
    expect(await policy.complete(text)).toEqual(expect.arrayContaining(wanted))
  })

  test('and nothing of another policy', async () => {
    expect(await policy.complete(`version: 1\nextends: builtin:guard\nparams:\n  │\n`)).not.toContain('until')
    expect(await policy.complete(`version: 1\nextends: ./a.yaml\nparams:\n  │\n`)).not.toContain('until')
  })
})

describe('an editor completes behind var', () => {
  const asks = `${head}rules:\n  - id: a\n    events: [permission.asked]\n`

  test.each([
    ['in a condition', `${asks}    when: { "===": [{ var: e│ }, bash] }\n    then: [pass]\n`],
    ['in a list of conditions', `${asks}    when:\n      - "!":\n          var: │\n    then: [pass]\n`],
    ['in a step', `${asks}    then:\n      - deny: { text: x, with: { what: { var: e│ } } }\n`],
  ])('what the events of the rule have, and what there always is, %s', async (_, text) => {
    const offered = await policy.complete(text)
    expect(offered).toEqual(expect.arrayContaining(['event.command', 'event.permission', 'session.depth', 'run.state']))
    expect(offered).not.toContain('event.marker')
    expect(offered.filter((name) => name.startsWith('event.turn'))).toEqual([])
  })

  test('what any event has, where the section names the events', async () => {
    const text = `${head}rules:\n  - { section: s, events: [turn.ended] }\n  - id: a\n    when: { var: e│ }\n    then: [pass]\n`
    expect(await policy.complete(text)).toEqual(expect.arrayContaining(['event.command', 'event.progress', 'now']))
  })

  test('and offers no such key where a rule has none', async () => {
    const offered = await policy.complete(`${asks}    │\n`)
    expect(offered.filter((name) => ['var', 'cond'].includes(name))).toEqual([])
  })
})

describe('an editor shows on hover', () => {
  test.each([
    [
      'what a key of a rule means',
      `${rule}    fall│back: true\n    then: [pass]\n`,
      'Asked only if no policy gave a verdict.',
    ],
    ['examples of a condition', `${rule}    wh│en: { var: event.empty }\n    then: [pass]\n`, 'exactly one operator'],
    ['what locked does', `${head}loc│ked: true\nrules: []\n`, 'may only add to params with merge: append'],
    ['what can be extended', 'version: 1\next│ends: builtin:guard\n', 'builtin:guard'],
  ])('%s', async (_, text, wanted) => {
    expect(await policy.hover(text)).toContain(wanted)
  })

  test('what a key of a project means', async () => {
    expect(await project.hover('version: 1\npol│icies: [a.yaml]\n')).toContain('npm:team-policies/night.yaml')
  })

  test('what a key of a case means', async () => {
    expect(await cases.hover(`${steps}    ti│mes: 3\n`)).toContain('How often it happens.')
  })
})

describe('an editor underlines', () => {
  test.each([
    ['nothing in a policy that is right', `${rule}    then: [pass]\n`, []],
    ['an unknown key', `${head}rules:\n  - { id: a, events: [turn.ended], on: x, then: [pass] }\n`, ['on']],
    ['an unknown event', rule.replace('turn.ended', 'turn.end').concat('    then: [pass]\n'), ['turn.end']],
    ['a word for a boolean', `${head}locked: on\nrules: []\n`, ['on']],
    [
      'two operators in a map',
      `${rule}    when: { "===": [1, 1], "!": 2 }\n    then: [pass]\n`,
      ['{ "===": [1, 1], "!": 2 }'],
    ],
    ['an unknown operator', `${rule}    when: { "==": [1, 1] }\n    then: [pass]\n`, ['"=="']],
    ['an unknown reason', `${rule}    then: [{ stop: { reason: finished } }]\n`, ['finished']],
    ['an unknown step', `${rule}    then: [{ promt: x }]\n`, ['{ promt: x }']],
    [
      'a value that a param cannot have',
      'version: 1\nextends: builtin:blockers\nparams: { match: somewhere }\n',
      ['somewhere'],
    ],
    [
      'nothing in a file that extends and is right',
      'version: 1\nextends: builtin:blockers\nparams: { until: "07:00", allow: "npm test *", match: line }\noverride: { rules.keep-going.description: x }\n',
      [],
    ],
    ['a version in quotes', 'version: "1"\nname: night\nrules: []\n', ['"1"']],
  ])('%s', async (_, text, wanted) => {
    const underlined = (await policy.complain(text)).map((each) => each.underlined)
    expect([...new Set(underlined)]).toEqual(wanted)
  })

  test.each([
    ['a verdict that does not exist', `${asks}    expect: { verdict: maybe }\n`, 'maybe'],
    ['a verdict of what asks for none', `${steps}    expect: { verdict: pass }\n`, 'says'],
    ['an event that does not exist', steps.replace('says: Done.', 'turn.endd: {}'), 'turn.endd'],
  ])('%s', async (_, text, wanted) => {
    expect((await cases.complain(text)).map((each) => each.underlined)).toContain(wanted)
  })

  const off = '{ severity: "off", because: we share one file }'

  test.each([
    ['nothing in a config that is right', `builtin: [guard]\npolicies: [./a.yaml]\nlint: { unused-name: ${off} }`, []],
    ['a key that a config does not have', 'trust: [/home/me]', ['trust']],
    ['a built-in policy that does not exist', 'builtin: [blockrs]', ['blockrs']],
    ['a check that does not exist', `lint: { unused-nam: ${off} }`, ['unused-nam']],
    ['a check that is an error', `lint: { unknown-variable: ${off} }`, ['unknown-variable']],
    ['a setting without a reason', 'lint: { unused-name: { severity: "off" } }', ['unused-name']],
  ])('%s', async (_, text, wanted) => {
    expect((await project.complain(`version: 1\n${text}\n`)).map((each) => each.underlined)).toEqual(wanted)
  })
})
