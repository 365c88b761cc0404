import { describe, expect, it } from 'vitest'
import { asDeclared, commandWords, ignoredWords } from '../../src/core/judging/command.ts'
import { emptyDecision } from '../../src/core/decision.ts'
import type { Command } from '../../src/core/policy.ts'
import { policyOf, setOf } from './build.ts'

const made = (words: Command['words']) =>
  setOf(
    policyOf({ name: 'p', commands: { night: { description: '', actions: ['on', 'Export'], words, prompt: null } } }),
  )
const run = (action: string, text = '', name = 'night') => ({ type: 'command.run', name, action, text }) as const
const nothing = emptyDecision()
const said = (words: Command['words'], action: string, text: string) =>
  ignoredWords(made(words), run(action, text), nothing).map((effect) => (effect.effect === 'reply' ? effect.text : ''))

describe('the action of a command', () => {
  it('is the declared one in whatever case it is written', () => {
    for (const written of ['on', 'ON', 'On', 'oN']) expect(asDeclared(made(null), run(written))).toEqual(run('on'))
    expect(asDeclared(made(null), run('EXPORT', 'A b'))).toEqual(run('Export', 'A b'))
  })

  it('stays as it is where none is declared so, also of a command of others', () => {
    for (const event of [run('onn'), run(''), run('ON', '', 'others')])
      expect(asDeclared(made(null), event)).toBe(event)
  })
})

describe('the words behind it', () => {
  it('that nobody reads are said, with what the action takes', () => {
    const words = { Export: ['file', '--summary'] }
    expect(said(words, 'on', ' please\tnow ')).toEqual(['Ignored: "please now". /night on takes nothing behind it.'])
    expect(said(words, 'Export', 'my file.md --all')).toEqual([
      'Ignored: "--all". /night Export takes file or --summary.',
    ])
    expect(said({ on: ['--long'] }, 'on', 'a --LONG')).toEqual(['Ignored: "a". /night on takes --long.'])
  })

  it('are taken in their own spelling, without those that are ignored', () => {
    const set = made({ Export: ['file'] })
    expect(commandWords(set, run('Export', 'my  file.md')).taken).toBe('my  file.md')
    expect(commandWords(set, run('Export', '--all my file.md'))).toEqual({ taken: 'my file.md', ignored: '--all' })
  })

  it('are never called ignored where the command does not say what it takes, for an unknown action, and at a refusal', () => {
    expect(said(null, 'on', 'please')).toEqual([])
    expect(said({}, 'other', 'please')).toEqual([])
    const refused = { ...nothing, verdict: { outcome: 'deny', by: 'p/r', reason: 'no' } as const }
    expect(ignoredWords(made({}), run('on', 'please'), refused)).toEqual([])
  })
})
