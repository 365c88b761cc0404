import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOnly } from '../../../src/core/operators/shell/runs.ts'
import { uncoveredWords } from '../../../src/core/operators/shell/uncovered.ts'

describe('why no pattern covers a line', () => {
  test.each<[string, string[], string]>([
    [
      'npm test --script-shell=./x',
      ['npm test *'],
      '"--script-shell=./x" is no word for *; "npm test --script-shell=./x" as a pattern would cover this line',
    ],
    [
      'npm test a.test.ts --bail',
      ['npm test *'],
      '"--bail" is no word for *; "npm test * --bail" as a pattern would cover this line',
    ],
    [
      'npm test -- --run a.test.ts',
      ['npm test *'],
      '"--run" is no word for *; "npm test -- --run a.test.ts" as a pattern would cover this line',
    ],
    ['npm test ../x', ['npm test *'], '"../x" is no word for *; "npm test ../x" as a pattern would cover this line'],
    [
      'npm publish',
      ['npm test *', 'git *'],
      '"publish" is not "test"; "npm publish" as a pattern would cover this line',
    ],
    [
      'npm test a',
      ['npm test'],
      '"a" is one word more than "npm test"; "npm test a" as a pattern would cover this line',
    ],
    [
      'npm test',
      ['npm test unit'],
      '"unit" of "npm test unit" is missing; "npm test" as a pattern would cover this line',
    ],
    ['cargo test', ['npm test *'], 'no pattern begins with "cargo"; "cargo test" as a pattern would cover this line'],
    ['npm test', [], 'there is no pattern; "npm test" as a pattern would cover this line'],
    [
      'npm test > out.txt',
      ['npm test *'],
      '">out.txt" does not stand in "npm test *"; "npm test * >out.txt" as a pattern would cover this line',
    ],
    [
      'CI=1 npm test',
      ['npm test *'],
      '"CI=1" does not stand in "npm test *"; "CI=1 npm test *" as a pattern would cover this line',
    ],
    [
      'git config user.name x',
      ['git *'],
      '"config" is no word for *; "git config user.name x" as a pattern would cover this line',
    ],
    [
      'git log && npm publish',
      ['git log *'],
      'no pattern begins with "npm"; "npm publish" as a pattern would cover this line',
    ],
    ['rm a && npm publish', ['git log *'], 'no pattern begins with "rm"; "rm a" as a pattern would cover this command'],
    [
      'timeout 5 npm publish',
      ['timeout *', 'npm test *'],
      '"publish" is not "test"; "npm publish" as a pattern would cover this line',
    ],
    ['npm test $X', ['npm test *'], '"$X" is no word for *'],
    ["npm test '*'", ['npm test'], `"'*'" is one word more than "npm test"`],
    [
      'npm test -t "a b"',
      ['npm test *'],
      '"-t" is no word for *; "npm test -t \\"a b\\"" as a pattern would cover this line',
    ],
    [
      'npx vitest run --reporter=json --run',
      ['npx vitest run --reporter=* *'],
      '"--run" is no word for *; "npx vitest run --reporter=* --run" as a pattern would cover this line',
    ],
    [
      'sh -c "npm publish"',
      ['npm test *'],
      'no pattern begins with "sh"; "sh -c \\"npm publish\\"" as a pattern would cover this line',
    ],
    [
      'npm test "a;b"',
      ['npm test *'],
      '"\\"a;b\\"" is no word for *; "npm test \\"a;b\\"" as a pattern would cover this line',
    ],
    ['ls | xargs rm', ['ls *', 'xargs *'], 'no pattern begins with "rm"'],
    ['f() { npm test; }; f', ['npm test *'], 'the line holds more than plain commands, which no pattern covers'],
  ])('%s', (line, patterns, expected) => {
    expect(uncoveredWords(line, patterns)).toBe(expected)
  })

  const word = fc.constantFrom(
    ...['npm', 'test', 'git', 'config', 'log', '--', '--run', '-x=1', '../a', 'a.ts', '"a b"', "'*'", '$X', '*.ts'],
    ...['timeout', '5', 'sh', '-c', '> out', 'X=1', '&&', '|', 'xargs'],
  )
  const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
  const patterns = fc.subarray([
    'npm *',
    'npm test *',
    'git *',
    'git log',
    'timeout *',
    'a.ts -x=* *',
    'xargs *',
    'sh *',
  ])

  test('is told of each line that is not covered, and the pattern that is named covers it', () => {
    let named = 0
    fc.assert(
      fc.property(line, patterns, (text, given) => {
        const words = uncoveredWords(text, given)
        if (runsOnly(text, given)) expect(words).toBeNull()
        const [, pattern] = /("(?:[^"\\]|\\.)*") as a pattern would cover this line$/.exec(words ?? '') ?? []
        if (pattern === undefined) return
        named += 1
        expect(runsOnly(text, [...given, JSON.parse(pattern)])).toBe(true)
      }),
      { numRuns: 1000 },
    )
    expect(named).toBeGreaterThan(100)
  })

  test('a star stands only where a pattern already has one', () => {
    fc.assert(
      fc.property(line, (text) => {
        const [, pattern = '""'] =
          /("(?:[^"\\]|\\.)*") as a pattern/.exec(uncoveredWords(text, ['npm test']) ?? '') ?? []
        expect(pattern).not.toContain('*')
      }),
    )
  })
})
