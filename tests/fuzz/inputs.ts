import fc from 'fast-check'
import type { Json } from '../../src/core/event.ts'
import { operators } from '../../src/core/operators/table.ts'

const joined = (pieces: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength }).map((parts) => parts.join(''))

const nasty = [
  '# heading\n',
  '\n## Session: S2 — x\n',
  '\n### Hard\n',
  '- [x] a (b1)\n',
  '- [ ] b (b2)',
  '---\n',
  '```\n',
  '~~~',
  '<!-- opencode-diverter 1-0123456789ab: -->',
  '\u001b[31m',
  '\u202e',
  '\u200b',
  '\u0000',
  '\r',
  '\n',
  '\u2028',
  '\ud800',
  '\ufeff',
  '`',
  '``',
  '(b2)',
  '[REDACTED:npm]',
  'npm_0123456789abcdefghijklmnopqrstuvwxyz',
  'password=hunter2hunter2',
  'opencode-diverter:server {"directory":"/project"}',
  '  - **Answer**: yes',
  ' ',
  'a',
]

/** Any text, and texts of pieces that mean something to one of our readers. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  joined(nasty, 8),
)

const words = [
  'rm -rf ',
  'ls ',
  'npm test ',
  'cat a',
  'cd .opencode',
  'echo ',
  'git push',
  'a',
  'src/a.ts',
  'sh -c ',
  'X=',
  '$X',
]
const signs = [
  ' ',
  '\n',
  ';',
  ' && ',
  ' | ',
  ' > ',
  '"',
  "'",
  '$(',
  ')',
  '`',
  '\\',
  '*',
  '{a,b}',
  '#',
  '<<A\n',
  'A\n',
  '(',
  '!',
  '&',
  '${',
  '}',
  '~',
  '\u0000',
  '=',
  '-',
]

export const shellLine: fc.Arbitrary<string> = fc.oneof(joined([...words, ...signs], 10), fc.string({ maxLength: 30 }))

const names = [
  'event.text',
  'event',
  '__proto__',
  'constructor',
  'constructor.constructor',
  'event.__proto__.polluted',
  'event.text.constructor',
  'prototype',
  'toString',
  'event.map.a',
  'event.list',
  'lookup',
  'helperMissing',
  '',
]

/** Conditions of all operators over names. */
export const expressionOver = (paths: readonly string[]): fc.Arbitrary<Json> =>
  fc.letrec<{ expression: Json }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(
        fc.constant(null),
        fc.boolean(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom('a', '*', '(', '^$', '07:00', 'line', '\u0000', '__proto__'),
      ),
      fc.constantFrom(...paths).map((name): Json => ({ var: name })),
      fc.array(tie('expression'), { maxLength: 3 }),
      fc
        .tuple(
          fc.constantFrom(...Object.keys(operators), '==', 'some', 'x', '__proto__', 'constructor', 'method', 'log'),
          fc.array(tie('expression'), { maxLength: 3 }),
        )
        .map(
          ([operator, given]): Json =>
            Object.fromEntries([[operator, given.length === 1 ? (given[0] ?? null) : given]]),
        ),
    ),
  })).expression

/** The same over names that exist, and over such as lead behind the values. */
export const expression: fc.Arbitrary<Json> = expressionOver(names)

const braces = [
  '{{',
  '}}',
  '{{{',
  '}}}',
  '{{#if ',
  '{{/if}}',
  '{{#each ',
  '{{/each}}',
  '{{#with ',
  '{{/with}}',
  '{{else}}',
  '{{> p}}',
  '{{*inline "x"}}',
  '{{!-- ',
  '--}}',
  '{{~',
  '{{&',
  '{{lookup ',
  '(lookup ',
  '{{log ',
]
const inside = [
  ...names,
  'this',
  '../',
  '@root.',
  '@root.constructor',
  '@index',
  'cut ',
  'join ',
  'quote ',
  ' 5',
  '(eq 1 2)',
  ' as |x|',
  'a=1',
  '[constructor]',
  '"__proto__"',
  '\\',
  '\n',
  ' ',
  'text',
  'event.[__proto__]',
]

export const template: fc.Arbitrary<string> = fc.oneof(
  joined([...braces, ...inside], 10),
  fc
    .tuple(
      fc.constantFrom('', 'cut ', 'join ', 'lookup event ', 'helperMissing ', 'blockHelperMissing '),
      joined(inside, 3),
    )
    .map(([helper, rest]) => `{{${helper}${rest}}}`),
)

const yamlPieces = [
  'version: 1\n',
  'name: a\n',
  'rules:\n',
  '  - id: a\n',
  '    events: [turn.ended]\n',
  '    then: [pass]\n',
  '    when: ',
  '{ var: event.text }\n',
  '&a ',
  '*a',
  '<<: *a\n',
  '!!set ',
  '{',
  '}',
  '[',
  ']',
  ': ',
  '- ',
  '"',
  "'",
  '|\n',
  '%TAG\n',
  '---\n',
  '__proto__: 1\n',
  'constructor: 1\n',
  '\t',
  '{{',
  '# lint-ignore x\n',
  '\u0000',
  'extends: builtin:guard\n',
]

export const yamlText: fc.Arbitrary<string> = fc.oneof(joined(yamlPieces, 12), fc.string({ maxLength: 40 }))
