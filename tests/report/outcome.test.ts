import { describe, expect, test } from 'vitest'
import { compose } from '../../src/report/compose.ts'
import type { Block } from '../../src/report/document.ts'
import { lineText, textOf } from '../../src/report/text.ts'
import { tell, type Told } from './nights.ts'

const outcomeOf = (told: Told): string => compose(told.report()).outcome.map(lineText).join('\n')

const begin = (told: Told): void => void told.send('S1', 'user.wrote', { text: 'Please add refunds.' })
const ask = (told: Told, command: string): void =>
  void told.send('S1', 'permission.asked', { request: command, permission: 'bash', command })

describe('the outcome says', () => {
  test('that an agent works though no policy was asked yet', () => {
    const told = tell()
    begin(told)
    expect(outcomeOf(told)).toBe('No run is at work: nothing was begun, or you wrote and the work has not begun.')
    told.pass(5)
    told.step('S1', 0.4)
    expect(outcomeOf(told)).toBe('No run has begun: the agent worked, last heard of at 22:05. Cost 0.40.')
  })

  test('what the budget was, and nothing of the limits that were not met', () => {
    const told = tell('{ maxCost: 3, allow: [npm test] }')
    begin(told)
    ask(told, 'npm test')
    told.step('S1', 3.3)
    expect(outcomeOf(told)).toBe('Stopped at 22:00 by its budget: 3.30 of 3.00.')
  })

  test('the time where that was over, and no cost as its reason', () => {
    const told = tell('{ maxCost: 3, for: 1h, allow: [npm test] }')
    begin(told)
    ask(told, 'npm test')
    told.step('S1', 0.4)
    told.pass(61)
    told.step('S1', 0.1)
    expect(outcomeOf(told)).toBe('Stopped at 23:00 by its budget (“time: 1h; begun at 22:00”). Cost 0.50.')
  })

  test('the cost of the run that it ended, and that of all', () => {
    const told = tell('{ maxCost: 3, allow: [npm test] }')
    begin(told)
    ask(told, 'npm test')
    told.step('S1', 2)
    told.send('S1', 'user.interrupted')
    told.send('S1', 'user.wrote', { text: 'Go on.' })
    ask(told, 'npm test')
    told.step('S1', 3.1)
    expect(outcomeOf(told)).toBe('Stopped at 22:00 by its budget: 3.10 of 3.00. All runs: Cost 5.10.')
  })

  test('what OpenCode asks a person, as long as it does', () => {
    const told = tell('{ ask: git push *, askFor: 20h }')
    begin(told)
    ask(told, 'git push origin main')
    const [first] = outcomeOf(told).split(' 1 question')
    expect(first).toBe(
      'Not over: at work since 22:00, last heard of at 22:00. OpenCode asks you now: “bash: git push origin main”, until 10:00; then the policies decide.',
    )
    told.pass(721)
    told.stage.arrive()
    expect(outcomeOf(told)).not.toContain('asks you now')
  })

  test('no such thing once its time is over, whatever became of OpenCode', () => {
    const told = tell('{ ask: git push *, askFor: 15m }')
    begin(told)
    ask(told, 'git push origin main')
    expect(outcomeOf(told)).not.toContain('asks you now')
  })
})

const cards = (told: Told) =>
  compose(told.report()).sections.flatMap(({ blocks }) =>
    blocks.flatMap((block): Extract<Block, { is: 'card' }>[] => (block.is === 'card' && block.ask ? [block] : [])),
  )

describe('an entry', () => {
  const told = tell()
  begin(told)
  ask(told, 'git push origin main')
  const record = { kind: 'blocker', context: 'Task 4.', category: 'other', options: ['forget', 'remove', 'erase'] }
  told.send('S1', 'record.submitted', { ...record, question: 'Which region?', blocks: true })
  told.send('S1', 'record.submitted', {
    ...record,
    question: 'What is it called?',
    chosen: 'forget',
    reasoning: 'It is short.',
    blocks: false,
  })

  test('leads to the line that wrote it down', () => {
    const lines = told.stage.journal()
    const found = cards(told).map(({ ask: asked }) => [
      asked?.entries[0]?.id,
      JSON.stringify(lines[(asked?.why?.line ?? 0) - 1]).includes(`"id":"${asked?.entries[0]?.id}"`),
    ])
    expect(found).toEqual([
      ['b2', true],
      ['b1', true],
      ['b3', true],
    ])
  })

  test('that was decided can be overruled by its other options, and cannot be put off', () => {
    const decided = cards(told).at(-1)?.ask
    expect(decided).toMatchObject({ stands: true, options: [{ text: 'remove' }, { text: 'erase' }] })
    expect(textOf(compose(told.report()))).toContain(
      [
        '    → “forget (It is short.)”',
        '    It stands unless you overrule it:',
        '    - Instead “remove”',
        '    - Instead “erase”',
        '    $ npx opencode-diverter answer b3 "…"',
      ].join('\n'),
    )
  })

  test('says once that work waits for it', () => {
    const text = textOf(compose(told.report()))
    expect(text).toContain('“other” · work waits for it · asked')
    expect(text).not.toContain('Blocks:')
  })
})

describe('the timeline', () => {
  test('tells of each turn what is known, and the end of a run as what became of it', () => {
    const told = tell('{ allow: [npm test] }')
    told.stage.session('H1', { parent: 'S1', title: 'helper' })
    begin(told)
    ask(told, 'npm test')
    told.send('S1', 'tool.finished', { tool: 'bash', call: 'c1', ok: true, command: 'npm test', exit: 0 })
    told.step('S1', 0.4)
    told.pass(5)
    told.step('H1', 0.5)
    told.send('S1', 'turn.ended', { text: 'Done.\n\nBLOCKER_DIVERTER_DONE!', progress: true })
    const [block] = compose(told.report()).sections.flatMap(({ blocks }) =>
      blocks.flatMap((one) => (one.is === 'timeline' ? [one] : [])),
    )
    const [lane] = block?.lanes ?? []
    expect(lane?.spans.map(({ text }) => text)).toEqual([
      '22:00 to 22:05 run',
      '22:00 to 22:05 turn: 2 steps, 1 call, 2000 tokens, cost 0.90, helpers 0.50 of it',
    ])
    expect(lane?.marks.map(({ word, tone }) => [word, tone])).toEqual([
      ['Allowed', 'ok'],
      ['Stopped', 'claim'],
    ])
  })

  test('draws equal marks that would lie on each other as one, with their number', () => {
    const told = tell('{ allow: [npm test] }')
    begin(told)
    for (const command of ['git push', 'npm test', 'make release', 'git tag v1']) {
      ask(told, command)
      told.pass(2)
    }
    told.pass(240)
    ask(told, 'git push --tags')
    told.pass(240)
    told.send('S1', 'turn.ended', { text: 'Done.\n\nBLOCKER_DIVERTER_DONE!', progress: true })
    const [lane] = compose(told.report()).sections.flatMap(({ blocks }) =>
      blocks.flatMap((one) => (one.is === 'timeline' ? one.lanes : [])),
    )
    expect(lane?.marks.map(({ count, text }) => [count, text])).toEqual([
      [3, '22:00 to 22:06 Diverted 3 times, first: bash: git push'],
      [1, '22:02 Allowed: bash: npm test'],
      [1, '02:08 Diverted: bash: git push --tags'],
      [1, '06:08 Stopped: done: claimed, not verified'],
    ])
    expect(lane?.marks[0]?.name.line).toBeLessThan(lane?.marks[1]?.name.line ?? 0)
  })
})
