import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Beside, besideOf, type Ended } from '../../src/cli/io/beside.ts'
import { createSuggested } from '../../src/cli/morning/suggested.ts'
import { projectFolder } from '../support/project-folder.ts'

const listed = JSON.stringify({
  file: '.opencode/policies/blockers.yaml',
  older: 2,
  suggestions: [
    { number: 1, line: 'allow: npm test', grounds: ['for “npm test”'], writable: true },
    { number: 2, line: '"permission": {}', grounds: [], writable: false },
  ],
  notSuggested: [
    { reason: { is: 'hard' }, times: 1 },
    { reason: { is: 'deny', policy: 'guard' }, times: 2 },
  ],
})
const clean = (output: string): Ended => ({ code: 0, output, errors: '' })

/** Runs that a test ends, and timers that it lets come. */
function stage() {
  const runs: {
    words: readonly string[]
    gone: AbortSignal
    heard: (errors: string) => void
    end: (as: Ended) => void
  }[] = []
  const timers = new Map<() => void, number>()
  const beside: Beside = (words, { gone, heard }) => {
    return new Promise((end) => runs.push({ words, gone, heard, end }))
  }
  const after = (time: number, call: () => void) => {
    timers.set(call, time)
    return () => void timers.delete(call)
  }
  const pass = (time: number) => {
    for (const [call, due] of [...timers]) {
      if (due !== time) continue
      timers.delete(call)
      call()
    }
  }
  return { suggested: createSuggested(beside, '/project', { after }), runs, pass, timers }
}
const working = (text: string) => ({ ok: true, suggestions: { is: 'working', text } })
/** What waits as a promise is done. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('suggested lines of the page', () => {
  test('are found beside it, once for all who ask, and say meanwhile what is done', async () => {
    const { suggested, runs } = stage()
    expect(suggested.ask()).toEqual(working(''))
    runs[0]?.heard('Trying lines on 3 nights with 40000 lines, which may take minutes; --since 7d looks at fewer.\n')
    expect(suggested.ask()).toEqual(
      working('Trying lines on 3 nights with 40000 lines, which may take minutes; --since 7d looks at fewer.'),
    )
    expect(runs.map(({ words }) => words)).toEqual([['suggest', '--json']])
    runs[0]?.end(clean(listed))
    await settled()
    const [first, second] = [suggested.ask(), suggested.ask()]
    expect(second).toEqual(first)
    const text = JSON.stringify(first)
    for (const part of [
      'allow: npm test',
      'npx opencode-diverter suggest --write 1"',
      '3 not suggested: 2 covered by a deny of guard, 1 hard',
      '2 older nights were not read',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('--write 2')
    expect(runs).toHaveLength(1)
  })

  test('are looked for anew a while after they were found', async () => {
    const { suggested, runs, pass } = stage()
    suggested.ask()
    runs[0]?.end(clean(listed))
    await settled()
    pass(5000)
    expect(suggested.ask()).toEqual(working(''))
    expect(runs).toHaveLength(2)
  })

  test('end with the page, or once nobody asks any more, and each question begins that anew', () => {
    const { suggested, runs, pass, timers } = stage()
    suggested.ask()
    const [before] = timers.keys()
    suggested.ask()
    expect(timers.size).toBe(1)
    expect(timers.has(before ?? (() => undefined))).toBe(false)
    pass(10_000)
    expect(runs[0]?.gone.aborted).toBe(true)
    suggested.ask()
    suggested.close()
    expect(runs[1]?.gone.aborted).toBe(true)
    expect(timers.size).toBe(0)
  })

  test.each<[string, Ended, string]>([
    [
      'nothing is found since there is no night',
      { code: 1, output: '', errors: 'Cannot suggest: none\n' },
      'Cannot suggest: none',
    ],
    ['the program ends by a signal', { code: null, output: listed, errors: '' }, 'ended without a word'],
    ['it writes no list', clean('{"suggestions":'), 'ended without a word'],
    ['it writes another list', clean('{"suggestions":[{}]}'), 'ended without a word'],
  ])('say why where %s', async (_, ended, why) => {
    const { suggested, runs, pass } = stage()
    suggested.ask()
    runs[0]?.end(ended)
    await settled()
    expect(suggested.ask()).toEqual({ ok: false, why: expect.stringContaining(why) })
    pass(5000)
    expect(suggested.ask()).toEqual(working(''))
  })
})

describe('a program beside this one', () => {
  const run = (code: string, gone = new AbortController().signal) => {
    const file = join(projectFolder({}), 'program.mjs')
    writeFileSync(file, code)
    const heard: string[] = []
    const ended = besideOf(process.execPath, file)(['a', 'b c'], {
      cwd: join(file, '..'),
      gone,
      heard: (text) => heard.push(text),
    })
    return { ended, heard }
  }

  test('gets its words, and is heard to its end', async () => {
    const { ended, heard } = run(
      'console.log(process.argv.slice(2).join("|"), process.cwd() === import.meta.dirname); console.error("why"); process.exit(3)',
    )
    expect(await ended).toEqual({ code: 3, output: 'a|b c true\n', errors: 'why\n' })
    expect(heard.at(-1)).toBe('why\n')
  })

  test('ends when nobody waits for it', async () => {
    const stop = new AbortController()
    const { ended } = run('setInterval(() => undefined, 1000)', stop.signal)
    stop.abort()
    expect(await ended).toEqual({ code: null, output: '', errors: '' })
  })

  test('that is not there is said', async () => {
    const gone = new AbortController().signal
    const ended = await besideOf('/nowhere/node', 'x.mjs')([], { cwd: '/', gone, heard: () => undefined })
    expect(ended.code).toBe(null)
    expect(ended.errors).toContain('ENOENT')
  })
})
