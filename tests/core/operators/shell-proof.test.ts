import { describe, expect, test } from 'vitest'
import { provenBy } from '../../../src/core/operators/shell/proof.ts'

const wanted = ['npm test *', 'npm run lint']

describe('a line proves a command only if it cannot end well without it', () => {
  test.each([
    ['npm test', ['npm test *']],
    ['npm test -- tests/a.test.ts', ['npm test *']],
    ['npm test 2>&1', ['npm test *']],
    ['  npm run lint  ', ['npm run lint']],
    ['npm test && npm run lint', ['npm test *', 'npm run lint']],
    ['npm test # all of them', ['npm test *']],
  ])('%s', (line, patterns) => expect(provenBy(line, wanted)).toEqual(patterns))

  test.each([
    'npm test | tail',
    'npm test |& tail -5',
    'set -o pipefail; npm test | tail',
    'npm test || true',
    'npm test || npm run lint',
    'npm test; true',
    'npm test; npm run lint',
    'npm test &',
    'npm test & wait',
    '! npm test',
    'time npm test',
    '(npm test)',
    '{ npm test; }',
    'if npm test; then npm run lint; fi',
    'npm test && true',
    'cd packages/app && npm test',
    'CI= npm test',
    'npm() { true; }; npm test',
    'alias npm=true && npm test',
    'echo npm test',
    'bash -c "npm test"',
    'npm run lint --fix',
    'npm test > /tmp/log',
    'npm test $(false)',
    'npm test\ntrue',
    'npm test "',
    '# npm test',
    '',
  ])('%s proves nothing', (line) => expect(provenBy(line, wanted)).toEqual([]))

  test('nothing is wanted', () => expect(provenBy('npm test', [])).toEqual([]))
})
