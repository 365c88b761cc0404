import { expect, test } from 'vitest'
import { checkFile } from '../../src/policy/check-file.ts'

function found(step: string, when = '{ var: event.exact }'): string[] {
  const text = `version: 1
name: night
rules: [{ id: a, events: [permission.asked], when: ${when}, then: [${step}] }]
`
  return checkFile({ name: 'a.yaml', text }, () => 'there is no such file').problems.map(({ message }) => message)
}

test.each([
  [
    '{ notify: hi, level: warning }',
    'Unknown key "level" beside "notify": a step is one key, so put it inside, as in { notify: { text: …, level: … } }',
  ],
  [
    '{ prompt: go on, after: 5m }',
    'Unknown key "after" beside "prompt": a step is one key, so put it inside, as in { prompt: { text: …, after: … } }',
  ],
  [
    '{ switch: { model: a/b }, until: 5 }',
    'Unknown key "until" beside "switch": a step is one key, so put it inside, as in { switch: { until: … } }',
  ],
  ['{ refuse: no }', 'Unknown key "refuse" (did you mean "deny"?)'],
  ['{ log: no }', 'Unknown key "log" (did you mean "record"?)'],
  [
    '{ deny: { template: ./no.hbs } }',
    'Cannot use "./no.hbs" for "template": a text has a name of letters, digits, "-" and "_" here; a file gets one by templates: { NAME: ./FILE.hbs }',
  ],
])('%s is explained', (step, message) => {
  expect(found(step)).toEqual([message])
})

test('a number that may be null in a step is tested in the when of the rule', () => {
  const text = `version: 1
name: night
memory: { codes: { kind: counter } }
rules: [{ id: a, events: [tool.finished], then: [{ set: { codes: { "+": [{ var: event.exit }, 1] } } }] }]
`
  const { problems } = checkFile({ name: 'a.yaml', text }, () => 'there is no such file')
  expect(problems.map(({ message }) => message)).toEqual([
    'event.exit may be null, and "+" wants a number: put { "!!": { var: event.exit } } into the when of the rule',
  ])
})
