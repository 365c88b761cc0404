import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { replayCommand } from '../../src/cli/replay.ts'
import { journal, type Night, night, smallPolicy } from './night.ts'

let project: Night
beforeEach(() => {
  project = night()
})
afterEach(() => project.remove())

const replay = (options: Parameters<typeof replayCommand>[1] = {}, file = journal) =>
  project.run((io) => replayCommand(file, { zone: 'UTC', ...options }, io))

describe('replay', () => {
  test('by the policies of the night gives the night', () => {
    const { code, output } = replay({ failOnDifference: true })
    expect(output).toBe(
      [
        `${journal}:4  2026-02-12T22:00:00.000Z  S1  permission.asked (bash: npm publish --token [REDACTED:npm]): uncertain`,
        '  uncertain: event.command was redacted',
        '5 decisions by their own policies: 4 same, 0 different, 1 uncertain',
        '',
      ].join('\n'),
    )
    expect(code).toBe(0)
  })

  test('F10-07: by other policies shows decision by decision what would have been different', () => {
    const { code, output } = replay({ against: stricter() })
    expect(code).toBe(0)
    expect(output.replaceAll(/set [0-9a-f]{12}/g, 'set HASH')).toBe(
      [
        `${journal}:3  2026-02-12T22:00:00.000Z  S1  permission.asked (bash: npm test -- a): different`,
        '  verdict: allow → deny "Not at night: npm test -- a"',
        '  by: small/tests → small/rest',
        `${journal}:4  2026-02-12T22:00:00.000Z  S1  permission.asked (bash: npm publish --token [REDACTED:npm]): uncertain`,
        '  uncertain: event.command was redacted',
        `${journal}:7  2026-02-12T22:00:30.000Z  S1  turn.ended (b): different`,
        '  effects: prompt "Go on with 1 todos." → stop (no-progress)',
        '  run: armed → stopped (no-progress)',
        `${journal}:9  2026-02-12T22:01:00.000Z  S1  turn.ended (c): different`,
        '  effects: stop (no-progress) → nothing',
        '5 decisions by set HASH: 1 same, 3 different, 1 uncertain',
        'The events are those of that night: after the first difference the agent might have gone another way',
        '',
      ].join('\n'),
    )
  })

  test('of long texts that begin alike shows where they part', () => {
    const saying = (last: string) => `prompt: "${'All that waits is written down. '.repeat(5)}${last}"`
    const policy = (last: string) =>
      smallPolicy.replace('prompt: "Go on with {{facts.todos.open}} todos."', saying(last))
    project.remove()
    project = night(undefined, policy('Go on with tests.'))
    project.put('other.yaml', policy('Go on with docs.'))
    expect(replay({ against: ['other.yaml'] }).output).toContain(
      '  effects: prompt "…s is written down. Go on with tests." → prompt "…s is written down. Go on with docs."\n',
    )
  })

  test('fails on a difference when it is asked to', () => {
    expect(replay({ against: stricter(), failOnDifference: true }).code).toBe(1)
    expect(replay({ against: ['.'], failOnDifference: true }).code).toBe(0)
  })

  test('a fact that the night did not read cannot be evaluated', () => {
    project.put(
      'other.yaml',
      smallPolicy
        .replace('{ todos: {} }', '{ file: { path: "a.md", within: ["*.md"] } }')
        .replace('{{facts.todos.open}}', '{{facts.todos.size}}'),
    )
    project.put('other/.opencode/diverter.yaml', 'version: 1\nbuiltin: []\npolicies: [../../other.yaml]\n')
    const { output } = replay({ against: ['other'] })
    expect(output).toContain('turn.ended (a): uncertain\n')
    expect(output).toContain('  uncertain: facts.todos is not in the journal\n')
  })

  test('as JSON has the counts and every decision that is not the same', () => {
    const { output } = replay({ against: stricter(), format: 'json' })
    expect(JSON.parse(output)).toMatchObject({
      journal,
      counts: { decisions: 5, same: 1, different: 3, uncertain: 1 },
      unreadable: [],
      decisions: [{ line: 3, result: 'different' }, { line: 4, result: 'uncertain' }, { line: 7 }, { line: 9 }],
    })
  })

  test('leaves out lines that cannot be read and says so', () => {
    appendFileSync(join(project.folder, journal), '{"v":1,"torn\n')
    expect(replay().output).toContain('1 lines could not be read and were left out\n')
  })
})

/** A project whose policy allows nothing and gives up sooner. */
function stricter(): string[] {
  project.put(
    'other.yaml',
    smallPolicy.replace('memory.still }, 3', 'memory.still }, 2').replace('npm test *', 'npm run x'),
  )
  project.put('other/.opencode/diverter.yaml', 'version: 1\nbuiltin: []\npolicies: [../../other.yaml]\n')
  return ['other']
}

describe('what cannot be replayed', () => {
  test('a journal that is not there, or is none', () => {
    expect(replay({}, 'none.jsonl')).toMatchObject({
      code: 3,
      errors:
        'Cannot read the night none.jsonl: it is no file, and the store has no such session of this project; `opencode-diverter report --all` shows those that it has\n',
    })
    project.put('text.jsonl', 'hello\n')
    expect(replay({}, 'text.jsonl')).toMatchObject({
      code: 3,
      errors: 'Cannot read the night text.jsonl: it has no line of a night\n',
    })
  })

  test('a night whose own policies are gone, but by others it can', () => {
    const text = readFileSync(join(project.folder, journal), 'utf8')
    project.put(journal, text.slice(text.indexOf('\n') + 1))
    const { code, errors } = replay()
    expect(code).toBe(3)
    expect(errors).toMatch(
      /^Cannot replay .*: the stored policy set [0-9a-f]+ is gone; give other policies with --against\n$/,
    )
    expect(replay({ against: ['.'] }).code).toBe(0)
  })

  test('policies that cannot be loaded', () => {
    expect(replay({ against: ['none.yaml'] })).toMatchObject({ code: 3 })
    project.put('bad.yaml', 'version: 1\nname: bad\nrules: []\nruls: []\n')
    expect(replay({ against: ['bad.yaml'] })).toMatchObject({ code: 1, errors: expect.stringContaining('ruls') })
  })
})
