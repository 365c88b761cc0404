import { start } from '../runtime/stage.ts'
import { tell, type Told, twoSessions } from '../report/nights.ts'

/** A morning after two nights: over its budget, claimed done, fallen silent, and what an agent decided itself. */
export function severalNights(): Told {
  const told = twoSessions()
  const { stage, pass, send, step } = told
  stage.session('S3', { title: 'Flaky end-to-end tests', parent: null })
  stage.session('S4', { title: 'Seat map by keyboard and screen reader', parent: null })
  pass(5)
  send('S3', 'user.wrote', { text: 'Find out why the end-to-end tests fail one time in five.' })
  step('S3', 0.31)
  pass(20)
  send('S3', 'permission.asked', { request: 'p9', permission: 'bash', command: 'npx playwright install chromium' })
  send('S3', 'permission.asked', { request: 'p10', permission: 'bash', command: 'git push -u origin flaky' })
  send('S3', 'turn.failed', { kind: 'network', message: 'socket hang up', retryable: true })
  pass(30)
  send('S3', 'user.interrupted')
  send('S4', 'user.wrote', { text: 'Make the seat map usable by keyboard.' })
  step('S4', 0.62)
  pass(12)
  send('S4', 'record.submitted', {
    kind: 'blocker',
    category: 'architecture',
    question: 'Drop the column sailings.timetable_json after the move?',
    context: 'Migration 0043 drops it. A dump of the column lies in tmp/timetable_json.sql.',
    options: ['Keep it for one release', 'Drop it now'],
    blocks: true,
  })
  send('S4', 'record.submitted', {
    kind: 'blocker',
    category: 'other',
    question: 'How does a screen reader name a taken seat?',
    context: 'Row first would break the order that the list already has.',
    options: ['Seat 14 C, taken', 'Row 14, seat C, taken'],
    chosen: 'Seat 14 C, taken',
    reasoning: 'It reads as the ticket does.',
    blocks: false,
  })
  send('S4', 'turn.ended', { text: 'Everything is done.\n\nBLOCKER_DIVERTER_DONE!', progress: true })
  return told
}

/** A run that is not over, with a request that waits. */
export function atWork(): Told {
  const told = tell('{ maxCost: 3 }')
  const { pass, send, step } = told
  send('S1', 'user.wrote', { text: 'Please add refunds. I am away until the morning.' })
  step('S1', 0.4)
  pass(90)
  send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: 'git push -u origin refunds' })
  step('S1', 0.7)
  return told
}

/** Words as long and as hostile as they come. */
export function longTexts(): Told {
  const told = tell()
  const { stage, send } = told
  const long = 'averyveryverylongwordwithoutanyspace'.repeat(12)
  stage.session('S1', { title: `${'A title that never ends, '.repeat(12)}<b>bold</b>` })
  send('S1', 'user.wrote', { text: `Do all of it. ${'And more of it. '.repeat(60)}` })
  send('S1', 'permission.asked', { request: 'p1', permission: 'bash', command: `echo ${long} && cat ${long}` })
  const questions = [
    { question: `Which of these? ${'Think well. '.repeat(40)}\u202ereversed`, options: [long, 'short'] },
  ]
  send('S1', 'question.asked', { request: 'q1', questions })
  send('S1', 'user.interrupted')
  return told
}

/** Nobody has begun anything. */
export const noNight = (): Told => {
  const told = tell()
  return { ...told, report: () => told.report({ of: 'since', from: start + 60_000 }) }
}
