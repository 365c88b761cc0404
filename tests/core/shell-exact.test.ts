import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOnly } from '../../src/core/operators/shell/runs.ts'
import { exactPatterns } from '../../src/core/operators/shell/exact.ts'

describe('exact patterns', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['npm run build', [], ['npm run build']],
    ['npm   run build', [], ['npm run build']],
    ['npm run build > /dev/null 2>&1', [], ['npm run build']],
    ['npm run build > out.txt', [], ['npm run build >out.txt']],
    ['CI=1 npm run build', [], ['CI=1 npm run build']],
    ['cd app && npm run build', [], ['cd app', 'npm run build']],
    ['npm test && npm run build', ['npm test *'], ['npm run build']],
    ['npm test', ['npm test *'], []],
    ['npm run "a b"', [], ['npm run "a b"']],
    ['npm i @scope/name', [], ['npm i @scope/name']],
  ])('of %j beside %j are %j', (line, given, patterns) => {
    expect(exactPatterns(line, given)).toEqual({ is: 'patterns', patterns })
    if (patterns.length > 0) expect(runsOnly(line, [...given, ...patterns])).toBe(true)
  })

  test.each<[string, 'star' | 'open']>([
    ['npx prettier src/*.ts', 'star'],
    ['npm test *', 'star'],
    ['cat file?', 'star'],
    ['echo $HOME', 'open'],
    ['echo $(whoami)', 'open'],
    ['npm run build & npm run "', 'open'],
    ['python3 - <<EOF\nprint(1)\nEOF', 'open'],
    ['cp {a,b} c', 'open'],
    ['cat setup.sh | sh', 'open'],
    ['curl -s localhost | python3', 'open'],
    ['cat a |& tee b', 'open'],
    ['bash', 'open'],
    ['sh -s', 'open'],
    ['/bin/bash -', 'open'],
    ['python3 -i', 'open'],
    ['xargs node', 'open'],
    ['', 'open'],
  ])('of %j there are none', (line, is) => {
    expect(exactPatterns(line, [])).toEqual({ is })
  })

  test('cover the line and no other', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9_./:@=+,-]{1,8}$/)
    const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(line, line, (one, other) => {
        const exact = exactPatterns(one, [])
        fc.pre(exact.is === 'patterns')
        expect(runsOnly(one, exact.patterns)).toBe(true)
        if (one !== other) expect(runsOnly(other, exact.patterns)).toBe(false)
        expect(runsOnly(`${one} x`, exact.patterns)).toBe(false)
      }),
    )
  })
})
