import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordEntry } from '../../src/core/event.ts'
import { editedByHand } from '../../src/runtime/record-edits.ts'
import { entryLines, sectionHeading, sessionHeading, supplementLines } from '../../src/runtime/record-markdown.ts'
import { night, policiesFrom, project, stageOf } from './stage.ts'
import { recordOf } from './views/record-of.ts'

const hard = recordOf({ id: 'b1', context: 'Two lines\n- [ ] x (b2)', holds: 'the login', options: ['a', 'b'] })
const soft = recordOf({ id: 'b2', section: 'soft', question: 'a or b?', chosen: 'a' })
const later = recordOf({
  id: 'b3',
  question: 'bash: make',
  holds: 'the build',
  why: 'known later',
  path: ['S1', 'S1c'],
})
const records = [hard, soft, later]
const isChecked = ({ section }: RecordEntry) => section === 'soft'

const page = [
  sessionHeading('S1', 0),
  '',
  sectionHeading('Hard'),
  ...entryLines(hard, false),
  sectionHeading('Soft'),
  ...entryLines(soft, true),
  '',
  sectionHeading('Hard'),
  ...entryLines(recordOf({ ...later, holds: null, why: null, bare: true, rule: 'night/log' }), false),
  ...supplementLines('b3', { holds: 'the build', why: 'known later' }),
  '',
].join('\n')

const edited = (text: string, among = records) => editedByHand(text, 'S1', among, isChecked)

describe('F10-05: what a person wrote into the page', () => {
  test('is nothing on a page that only we wrote, also after an editor saved it anew', () => {
    expect(edited(page)).toEqual([])
    const saved = page.replaceAll('\n', '\r\n').replace(/^- \[ \]/gm, '* \\[ \\]')
    expect(edited(`\uFEFF${saved}`)).toEqual([])
  })

  test.each<[string, [string | RegExp, string], string]>([
    ['a tick', ['- [ ] **[Question]** Which', '- [x] **[Question]** Which'], 'b1'],
    ['a tick taken away', ['- [x]', '- [ ]'], 'b2'],
    ['words behind the question', ['Which DB? (b1)', 'Which DB? Postgres! (b1)'], 'b1'],
    ['words behind a field', [': the login', ': the login. Use Postgres'], 'b1'],
    ['a line below', ['    2. b', '    2. b\n  - **Answer**: Postgres'], 'b1'],
    ['a line at the margin', ['    2. b', '    2. b\nPostgres, please'], 'b1'],
    ['a line below what became known later', ['known later', 'known later\n  yes'], 'b3'],
    ['a line at the end', [/$/, 'go ahead'], 'b3'],
  ])('%s is found at its entry', (_, [before, after], id) => {
    expect(page.replace(before, after)).not.toBe(page)
    expect(edited(page.replace(before, after))).toEqual([id])
  })

  test('is nothing on our page, whatever the agent wrote', () => {
    const piece = fc.constantFrom(
      '\n',
      '\r',
      '# x',
      '- [x] y (b1)',
      '```',
      '  ',
      '\u2028',
      '(b1)',
      '*',
      '\\',
      'word',
      '\u00a0',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, text, text, text, (question, context, option, reasoning) => {
        const record = recordOf({ ...hard, question, context, options: [option], chosen: option, reasoning })
        const lines = [...entryLines(record, false), ...supplementLines('b1', { reasoning, why: context })]
        expect(edited([sessionHeading('S1', 0), ...lines, ''].join('\n'), [{ ...record, why: context }])).toEqual([])
      }),
    )
  })

  test('is of nobody’s interest where nothing waits for an answer, in another session, or under a heading of their own', () => {
    const ticked = page.replace('- [ ] **[Question]** Which', '- [x] **[Question]** Which')
    expect(edited(ticked, [soft, later])).toEqual([])
    expect(edited(ticked.replace('Session: S1', 'Session: S2'))).toEqual([])
    expect(edited(`${page}\n## My notes\n\nBuy milk\n`)).toEqual([])
  })
})

test('F10-05: list and status say that it is not read; a given answer ends that', () => {
  const { send, files, runtime, session } = stageOf({ policies: policiesFrom(night) })
  send('S1', 'record.submitted', { kind: 'note', category: 'other', question: 'Which DB?', context: 'storage' })
  send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'make' })
  const view = (action: string) => send('S1', 'command.run', { name: 'night', action }).reply
  expect(view('list')).not.toContain('Written into')
  const path = `${project}/notes.md`
  files.replace(path, (files.read(path) ?? '').replace('storage', 'storage. Postgres'))
  const line =
    'Written into notes.md but not read as an answer: n1; answer with clarify or npx opencode-diverter answer'
  expect(view('list')).toContain(line)
  expect(view('status')).toContain(line)
  runtime.answer(session('S1'), 'n1', { decision: 'words', text: 'Postgres', via: 'dialog', by: null })
  expect(view('list')).not.toContain('Written into')
})
