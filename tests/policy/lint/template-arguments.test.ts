import { expect, test } from 'vitest'
import { checkFile } from '../../../src/policy/check-file.ts'

/** What lint says of a text for the end of a turn. */
function found(text: string): string[] {
  const policy = `version: 1
name: night
memory: { seen: { kind: map }, tried: { kind: set } }
params: { pause: { type: duration, default: 5m, description: A pause. } }
rules:
  - id: tell
    events: [permission.asked]
    then:
      - set: { seen: {} }
      - set: { tried: [] }
      - notify: ${JSON.stringify(text)}
`
  return checkFile({ name: 'a.yaml', text: policy }, () => 'there is no such file').problems.flatMap(
    ({ code, message }) => (code.startsWith('template') ? `${code}: ${message}` : []),
  )
}

test.each([
  ['{{#each run.cost}}x{{/each}}', 'run.cost with "each": it is a number, and a list is wanted'],
  ['{{list run.cost}}', 'run.cost with "list": it is a number, and a list is wanted'],
  ['{{#if (count event.permission)}}x{{/if}}', 'event.permission with "count": it is a text, and a list is wanted'],
  ['{{join memory.seen}}', 'memory.seen with "join": it is a map, and a list is wanted'],
  ['{{time event.permission}}', 'event.permission with "time": it is a text, and a point in time is wanted'],
  ['{{date params.pause}}', 'params.pause with "date": it is a length of time, and a point in time is wanted'],
  ['{{#each event.paths}}{{list run.cost}}{{/each}}', 'run.cost with "list": it is a number, and a list is wanted'],
])('a value that its helper cannot work with: %s', (text, message) => {
  expect(found(text)).toEqual([`template-variable: Cannot use ${message}`])
})

test.each([
  '{{#each memory.seen}}{{this}}{{/each}}{{list event.paths}}{{join memory.tried}}{{count event.paths}}',
  '{{time now}}{{date run.endsAt}}{{cut run.cost 3}}{{quote event.paths}}',
  '{{#each event.paths}}{{list this}}{{time permission}}{{/each}}{{join event.input}}',
])('what fits, and what is not known, is left: %s', (text) => {
  expect(found(text)).toEqual([])
})

test.each([
  ['{{cut event.permission}}', '"cut" takes 2 values, got 1'],
  ['{{list event.paths 3}}', '"list" takes 1 value, got 2'],
  ['{{join event.paths 3 4}}', '"join" takes 1 to 2 values, got 3'],
])('how many values a helper takes: %s', (text, message) => {
  expect(found(text)).toEqual([expect.stringContaining(message)])
})
