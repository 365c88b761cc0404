import { describe, expect, it } from 'vitest'
import { EvaluationError } from '../../src/core/expression.ts'
import { checkText, compileText } from '../../src/core/template/template.ts'
import { parseTemplate } from '../../src/core/template/syntax.ts'

const context = {
  event: {
    permission: 'bash',
    command: null,
    patterns: ['a', 'b'],
    questions: [{ question: 'Which?', options: [] }],
    input: { x: 1 },
  },
  params: { hint: '', limit: 50, marker: ['DONE'] },
  facts: {
    open: {
      total: 2,
      list: [
        { id: 'b1', question: 'One', session: 's1' },
        { id: 'b2', question: 'Two', session: 's2' },
      ],
    },
    same: { latest: null },
  },
  memory: { artifacts: { specify: 'spec.md' } },
  session: { id: 's0' },
  now: Date.parse('2026-11-28T01:05:00Z'),
  tonight: Date.parse('2026-11-28T20:05:00Z'),
  tomorrow: Date.parse('2026-11-28T21:05:00Z'),
  lastNight: Date.parse('2026-11-27T05:05:01Z'),
  lastYear: Date.parse('2025-11-28T01:05:00Z'),
  zone: 'Europe/Berlin',
}
const render = (source: string, extra: object = {}): string => compileText(source)({ ...context, ...extra })

describe('compileText', () => {
  it.each([
    ['Asked: {{event.permission}}', 'Asked: bash'],
    ['[{{event.command}}]', '[]'],
    ['  x \n', 'x'],
    ['{{#if event.command}}yes{{else}}no{{/if}}', 'no'],
    ['{{#unless params.hint}}no hint{{/unless}}', 'no hint'],
    ['{{#if (eq event.permission "bash")}}shell{{/if}}', 'shell'],
    ['{{#if (eq (count event.questions) 1)}}one{{/if}}', 'one'],
    ['{{#if (says event.permission "as")}}yes{{/if}}{{#if (says event.permission "zsh")}}no{{/if}}', 'yes'],
    ['{{#if (says "resets at 02:05" (time now))}}said{{/if}}{{#if (says event.command "x")}}no{{/if}}', 'said'],
    ['{{join event.patterns}} {{join event.patterns " or "}}', 'a, b a or b'],
    ['{{event.patterns}} {{event.input}}', 'a, b {"x":1}'],
    ['{{tail event.permission 2}} {{tail event.permission 99}}', '…sh bash'],
    ['{{quote "a`b"}} {{quote event.permission 2}}', "`a'b` `ba…`"],
    ['{{cut event.permission 2}} {{cut event.permission 4}}', 'ba… bash'],
    ['{{list event.patterns}}', '- a\n- b'],
    ['{{count event.patterns}} {{params.limit}}', '2 50'],
    ['{{time now}}', '02:05'],
    ['{{time tonight}} {{time lastNight}}', '21:05 06:05'],
    ['{{time tomorrow}}', '2026-11-28 22:05'],
    ['{{time lastYear}}', '2025-11-28 02:05'],
    ['{{#each facts.open.list}}{{id}} {{cut question 80}}; {{/each}}', 'b1 One; b2 Two;'],
    ['{{#each event.patterns}}{{@index}}{{this}} {{/each}}', '0a 1b'],
    ['{{#each memory.artifacts}}{{@key}}={{this}}{{/each}}', 'specify=spec.md'],
    ['{{#each facts.open.list}}{{#if (eq id "b2")}}{{question}}{{/if}}{{/each}}', 'Two'],
    ['{{#each facts.nothing}}x{{else}}none{{/each}}', 'none'],
    ['{{#if event.a}}{{else if event.permission}}second{{/if}}', 'second'],
  ])('renders %j', (source, expected) => {
    expect(checkText(source).problem).toBeNull()
    expect(render(source)).toBe(expected)
  })

  it('F5-14, F8-13: leaves quotes and angle brackets as they are', () => {
    const hint = `Can't use "auth" & <b>`
    expect(render('{{x}}', { x: hint })).toBe(hint)
  })

  it('F8-16: never renders a value', () => {
    expect(render('{{x}}', { x: '{{session.id}} {{> p}}' })).toBe('{{session.id}} {{> p}}')
  })

  it('F8-14: what is printed must be there', () => {
    const texts = [
      '{{event.questoin}}',
      '{{nothing}}',
      '{{join event.patternz}}',
      '{{facts.same.latest.id}}',
      '{{event.patterns.length}}',
      '{{event.constructor}}',
      '{{#each facts.open.list}}{{name}}{{/each}}',
    ]
    for (const source of texts) expect(() => render(`a ${source}`)).toThrow(EvaluationError)
    expect(() => render('{{event.questoin}}')).toThrow('Cannot make the text: "event.questoin" is missing')
  })

  it('what a block asks for may be missing', () => {
    expect(render('{{#if facts.same.latest.id}}x{{else}}none{{/if}}')).toBe('none')
  })

  it('reaches the roots from within an each, but a bare name is the field of the item', () => {
    expect(render('{{#each facts.open.list}}{{session}}-{{session.id}}-{{params.limit}} {{/each}}')).toBe(
      's1-s0-50 s2-s0-50',
    )
    expect(render('{{#each facts.open.list}}{{@root.params.limit}}{{../now}} {{/each}}')).toContain('50')
  })

  it('shows breaks in quotes and list items, so that no value forges lines', () => {
    expect(render('{{quote x}}\n{{list y}}', { x: 'a\n# b', y: ['c\n- d'] })).toBe('`a\\n# b`\n- c\\n- d')
  })

  it('reads facts that are made when they are asked for', () => {
    const facts = Object.defineProperty({}, 'open', { enumerable: true, get: () => ({ total: 7 }) })
    expect(render('{{facts.open.total}}', { facts })).toBe('7')
  })

  it('caps its output', () => {
    expect(render('{{x}}', { x: 'a'.repeat(50_000) })).toHaveLength(32_000)
  })

  it('fits what it prints to the form of the text, also behind helpers and inside blocks', () => {
    const source = '{"a":"{{x}}","b":"{{cut x 3}}{{#if x}}{{x}}{{/if}}","c":"{{missing.value}}"}'
    const text = compileText(source, (value) => JSON.stringify(value).slice(1, -1))
    const values = { x: 'q"\n\\', missing: { value: null } }
    expect(JSON.parse(text(values))).toEqual({ a: values.x, b: `${values.x.slice(0, 3)}…${values.x}`, c: '' })
  })

  it.each([
    '{{log "x"}}',
    '{{lookup event "permission"}}',
    '{{#with event}}x{{/with}}',
    '{{> partial}}',
    '{{#if x}}',
    '{{required event}}',
    '{{constructor.constructor "x"}}',
    '{{#event}}x{{/event}}',
  ])('throws when it renders %j, and not before', (source) => {
    const text = compileText(source)
    expect(() => text(context)).toThrow(EvaluationError)
  })

  it('says what a helper wants', () => {
    expect(() => render('{{time event.permission}}')).toThrow('"time" wants milliseconds')
    expect(() => render('{{join event.permission}}')).toThrow('it wants a list')
    expect(() => compileText('{{time now}}')({ now: 1 })).toThrow('time zone')
    expect(render('[{{time event.command}}]')).toBe('[]')
  })
})

describe('checkText', () => {
  const paths = (source: string): [string, boolean][] =>
    checkText(source).paths.map(({ path, scoped }) => [path, scoped])

  it('finds every path with its place', () => {
    expect(checkText('a\n {{#if event.x}}{{join params.y}}{{/if}}').paths).toEqual([
      { path: 'event.x', line: 2, column: 8, scoped: false },
      { path: 'params.y', line: 2, column: 24, scoped: false },
    ])
    expect(paths('{{#if (eq (count event.a) 1)}}{{else if b}}{{/if}}')).toEqual([
      ['event.a', false],
      ['b', false],
    ])
  })

  it('marks the paths that mean an item', () => {
    expect(
      paths(
        '{{#each a.b}}{{id}}{{this}}{{this.x}}{{@index}}{{session}}{{session.id}}{{now}}{{../c}}{{@root.d.e}}{{else}}{{f}}{{/each}}{{g}}',
      ),
    ).toEqual([
      ['a.b', false],
      ['id', true],
      ['this', true],
      ['x', true],
      ['session', true],
      ['session.id', false],
      ['now', false],
      ['c', false],
      ['d.e', false],
      ['f', false],
      ['g', false],
    ])
    expect(paths('{{#each a}}{{#each b.list}}{{now}}{{../x}}{{../../y}}{{/each}}{{/each}}')).toEqual([
      ['a', false],
      ['b.list', true],
      ['now', false],
      ['x', true],
      ['y', false],
    ])
  })

  it.each([
    ['{{> x}}', 'Partials'],
    ['{{#> x}}{{/x}}', 'Partials'],
    ['{{#*inline "x"}}{{/inline}}', 'inline partials'],
    ['{{* x}}', 'Decorators'],
    ['{{lookup a b}}', 'no helper "lookup"'],
    ['{{log a}}', 'no helper "log"'],
    ['{{#with a}}{{/with}}', 'no helper "with"'],
    ['{{#a}}{{/a}}', 'allowed are if, unless, each'],
    ['{{#join a}}{{/join}}', 'no helper "join" here'],
    ['{{if a}}', 'no helper "if" here'],
    ['{{join (shout a)}}', 'no helper "shout"'],
    ['{{printed a}}', 'no helper "printed"'],
    ['{{cut a}}', '"cut" takes 2'],
    ['{{count}}', '{{this.count}}'],
    ['{{join a sep=","}}', 'no named values'],
    ['{{"a"}}', 'a path or a helper'],
    ['{{#each a as |b|}}{{b}}{{/each}}', 'Names after'],
    ['{{@index}}', 'inside {{#each}}'],
    ['x'.repeat(16_001), '16000'],
    ['{{#if a}}'.repeat(65) + '{{/if}}'.repeat(65), 'more than 64 blocks'],
  ])('refuses %j', (source, message) => {
    expect(checkText(source).problem?.message).toContain(message)
  })

  it('does not read thousands of blocks in each other', () => {
    const text = `${'{{#if event.command}}'.repeat(4000)}x${'{{/if}}'.repeat(4000)}`
    expect(parseTemplate(text)).toMatchObject({ message: expect.stringContaining('allowed are 16000'), line: 1 })
  })

  it('F8-15: finds an error of syntax with its line', () => {
    expect(checkText('a\n{{#if b}}\nx').problem).toMatchObject({ line: 3 })
    expect(checkText('a\n{{#if b}}{{/each}}').problem).toMatchObject({ line: 2 })
    expect(checkText('a\n\n{{b').problem?.message).toContain('Cannot read the text as a template')
    expect(checkText('{{b}}').problem).toBeNull()
  })
})
