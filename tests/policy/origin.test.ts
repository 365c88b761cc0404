import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadProject } from '../../src/policy/config.ts'
import { resolvedText } from '../../src/policy/layers/origin.ts'
import { resolvedSchema } from '../../src/policy/schema.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

const base = `version: 1
name: base
locked: false
params:
  words: { type: list, default: [a], merge: append }
  many: { type: integer, default: 3, min: 1 }
conditions:
  busy: { and: [{ var: event.progress }, { var: event.empty }] }
  named: { in: [x, { var: params.words }] }
templates:
  go: ./go.hbs
rules:
  - id: one
    events: [turn.ended]
    when: { and: [{ cond: busy }, { cond: named }, { ">": [{ var: event.calls }, { var: params.many }] }] }
    then: [{ notify: { template: go } }]
  - { id: two, events: [turn.ended], then: [pass] }
`
const layer = `version: 1
extends: ./base.yaml
params:
  words: [b]
  many: 5
override:
  conditions.busy:
    var: event.empty
  rules.two: { mode: disabled, because: not now }
insert: [{ after: one, rules: [{ id: new, events: [turn.ended], when: { var: event.progress }, then: [pass] }] }]
`

function treesOf(config: string, files: Record<string, string> = {}) {
  const loaded = loadProject({ name: 'c.yaml', text: `version: 1\n${config}` }, sourcesOf(files))
  expect(loaded.problems).toEqual([])
  return loaded
}

const files = { 'base.yaml': base, 'layer.yaml': layer, 'go.hbs': 'One.\nTwo.\n' }
const tree = () => {
  const [found] = treesOf('builtin: []\npolicies: [./layer.yaml]\n', files).trees
  if (found === undefined) throw new Error('no policy')
  return found
}

describe('the resolved view', () => {
  test('names the file and the line of each value', () => {
    const lines = resolvedText(tree(), true)
      .split('\n')
      .map((line) => line.replace(/ +#/, ' #'))
    expect(lines).toEqual([
      'version: 1 # base.yaml:1',
      'name: base # base.yaml:2',
      'locked: false # base.yaml:3',
      'params:',
      '  words:',
      '    type: list # base.yaml:5',
      '    default:',
      '      - a # base.yaml:5',
      '      - b # layer.yaml:4',
      '    merge: append # base.yaml:5',
      '  many:',
      '    type: integer # base.yaml:6',
      '    default: 5 # layer.yaml:5',
      '    min: 1 # base.yaml:6',
      'conditions:',
      '  busy:',
      '    var: event.empty # layer.yaml:8',
      '  named: { in: [ x, { var: params.words } ] } # base.yaml:9',
      'templates:',
      '  go: "One.\\nTwo.\\n" # go.hbs:1',
      'rules:',
      '  - id: one # base.yaml:13',
      '    events: [ turn.ended ] # base.yaml:14',
      '    when: { and: [ { cond: busy }, { cond: named }, { ">": [ { var: event.calls }, { var: params.many } ] } ] } # base.yaml:15',
      '    then: [ { notify: { template: go } } ] # base.yaml:16',
      '  - id: new # layer.yaml:10',
      '    events: [ turn.ended ] # layer.yaml:10',
      '    when: { var: event.progress } # layer.yaml:10',
      '    then: [ pass ] # layer.yaml:10',
      '  - id: two # base.yaml:17',
      '    events: [ turn.ended ] # base.yaml:17',
      '    then: [ pass ] # base.yaml:17',
      '    mode: disabled # layer.yaml:9',
      '    because: not now # layer.yaml:9',
      '',
    ])
  })

  test('leaves the places out where they are not wanted', () => {
    expect(resolvedText(tree(), false)).not.toContain('#')
  })

  test.each([true, false])('is YAML that says the same as the policy', (origin) => {
    const { trees, documents } = treesOf('builtin: [guard, blockers, phases]\n')
    expect(trees).toHaveLength(3)
    const read = trees.map((each) => resolvedSchema.parse(parse(resolvedText(each, origin))))
    expect(read).toEqual(documents)
  })
})
