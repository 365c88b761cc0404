import { describe, expect, it } from 'vitest'
import { sedEffects } from '../../../src/core/operators/shell/sed-script.ts'

/** A script, the files that it writes and the lines that it runs; an empty line is the text that it is given. */
const cases: [string, string[], string[]][] = [
  ['1e id -u', [], ['id -u']],
  ['s/.*/id/e', [], ['', 'id']],
  ['s/x/id/;e', [], ['', 'id']],
  ['s|a|b|gw out.txt', ['out.txt'], []],
  ['s_a_b_we x', ['e x'], []],
  ['$w out.txt', ['out.txt'], []],
  ['/a/,/b/W out.txt', ['out.txt'], []],
  ['/x/{s/a/b/;w out.txt\n}', ['out.txt'], []],
  ['s/we/us/;1,3d', [], []],
  ['s/e/w/g', [], []],
  ['y/ew/we/;p', [], []],
  ['$!N;s/\\n/ /', [], []],
  ['1a write e', [], []],
  ['x'.repeat(5000), ['**'], []],
]

describe('what a script of sed does', () => {
  it.each(cases)('%s', (script, writes, runs) => {
    const effects = sedEffects(script)
    expect(effects.writes).toEqual(writes)
    expect(effects.runs).toEqual(runs)
  })
})
