import { describe, expect, it } from 'vitest'
import { reach } from '../../../src/core/operators/reach.ts'

/** A value, a glob, and whether the value may become what the glob means. */
const cases: [string, string, boolean][] = [
  ['.[[:lower:]]ent', '.agent', false],
  ['.[[:lower:]]gent', '.agent', true],
  ['[[:punct:]]agent', '.agent', true],
  ['[[:digit:]]agent', '.agent', false],
  // Upper and lower case are one here, in a shell they are not.
  ['.[!A-Z]gent', '.agent', true],
  ['.[![:upper:]]gent', '.agent', true],
  ['[!.]agent', '.agent', false],
  // A shell has no letter of it, or any.
  ['.[[:constructor:]]gent', '.agent', true],
  ['.[![:none:]]gent', '.agent', true],
  ['[![:none:]]agent', '.agent', true],
  ['.[[=a=]]gent', '.agent', true],
  ['.[[.a.]]gent', '.agent', true],
  ['.[!a]gent', '.agent', false],
  ['.[^x]*', '.agent', true],
  ['.[a-c]gent', '.agent', true],
  ['.[b-z]gent', '.agent', false],
  ['.[]a]gent', '.agent', true],
  ['.[unclosed', '.agent', false],
  ['**/*src*', '{,**/}.agent', false],
  ['**/*src*', '**/.agent/set.yaml', false],
  ['**/*gent', '{,**/}.agent', true],
  ['src/**', '**/.agent/set.yaml', false],
  ['src/.agent/*', '**/.agent/set.yaml', true],
  ['*.log/**', '**/.agent/set.yaml', false],
  ['~/.local/**', '**/.local/state/agent/**', true],
  ['~/.cache/**', '**/.local/state/agent/**', false],
]

describe('reach', () => {
  it.each(cases)('%s and %s: %s', (value, glob, isReached) => {
    expect(reach([value], [glob])).toEqual(isReached ? [value] : [])
  })

  it('takes no text for a path that is longer than any, and a glob that long for any', () => {
    const long = 'a/'.repeat(60_000)
    expect(reach([`${long}.agent`, `${long}*`], ['**/.agent', 'b'])).toEqual([`${long}*`])
  })
})
