import { expect, test } from 'vitest'
import { checkFile } from '../../../src/policy/check-file.ts'

function found(shared: string, ...rules: string[]): string[] {
  const text = `version: 1
name: night
conditions:
  shared: ${shared}
rules:
${rules.map((id) => `  - { id: ${id}, events: [permission.asked], when: shared, then: [{ notify: seen }] }`).join('\n')}
`
  return checkFile({ name: 'a.yaml', text }, () => 'there is no such file').problems.map(
    ({ line, message }) => `${line}: ${message}`,
  )
}

const wrong = '4: The operator "past" wants a time of day here, not a number'

test.each([
  [['a'], `${wrong} (in rule "a")`],
  [['a', 'b'], `${wrong} (in rules "a" and "b")`],
  [['a', 'b', 'c', 'd'], `${wrong} (in rule "a" and 3 more)`],
])('what %j share is told once', (rules, told) => {
  expect(found('{ past: [5, { var: now }] }', ...rules)).toEqual([told])
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s is no field of anything', (name) => {
  const hint = expect.stringMatching(new RegExp(`^4: Cannot read \\S+\\.${name}: .*no .*"${name}"`))
  for (const root of ['event', 'session', 'run', 'facts', 'facts.project', 'params', 'memory'])
    expect(found(`{ "!!": { var: ${root}.${name} } }`, 'a')).toEqual([hint])
})

test('an allow for one of several paths is no allow', () => {
  const allow = (when: string) =>
    checkFile(
      {
        name: 'a.yaml',
        text: `version: 1
name: night
rules: [{ id: a, events: [permission.asked], when: ${when}, then: [allow] }]
`,
      },
      () => 'there is no such file',
    ).problems.map(({ message }) => message)
  expect(allow('{ glob: [{ var: event.paths }, "src/**"] }')).toEqual([
    '"glob" matches if one of the paths does; to allow use "globOnly" (in rule "a")',
  ])
  expect(allow('{ globOnly: [{ var: event.paths }, "src/**"] }')).toEqual([])
  expect(allow('{ glob: [{ var: event.url }, "https://docs.example/*"] }')).toEqual([])
  expect(
    allow(
      '{ and: [{ globOnly: [{ var: event.paths }, "src/**"] }, { "!": { glob: [{ var: event.paths }, "src/a/**"] } }] }',
    ),
  ).toEqual([])
})
