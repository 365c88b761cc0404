import { describe, expect, it } from 'vitest'
import { answerShape, questionShape, resultShape } from '../../src/core/shape.ts'

describe('answerShape', () => {
  it.each([
    ['Still working (attempt 3).', 'Still working (attempt 7).'],
    ['Still working (attempt 9).', 'Still working (attempt 10).'],
    ['Checked at 02:13, pending.', 'Checked at 02:18, pending.'],
    ['⠋ Waiting for CI', '⠙ Waiting for CI'],
    ['| Waiting for CI', '/ Waiting for CI'],
    ['Run 7f3a9c21 failed', 'Run 88b0d1ef failed'],
    ['Run 1234567 failed', 'Run a1b2c3d failed'],
    ['at 2026-11-27T02:13:00Z', 'at 2026-11-27 02:13:00.123+01:00'],
    ['id 123e4567-e89b-12d3-a456-426614174000', 'id aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee'],
  ])('F2-01: takes %j and %j as the same', (left, right) => {
    expect(answerShape(left)).toBe(answerShape(right))
  })

  it('keeps different answers apart', () => {
    expect(answerShape('Waiting for CI.')).not.toBe(answerShape('CI still running.'))
    expect(answerShape('The facade decade failed')).toContain('facade decade')
  })
})

describe('questionShape', () => {
  it.each([
    ['Which auth library?', ' which  auth library'],
    ['Which auth library?', 'WHICH AUTH LIBRARY ?!'],
  ])('takes %j and %j as the same', (left, right) => {
    expect(questionShape(left)).toBe(questionShape(right))
  })

  it('keeps different questions apart', () => {
    expect(questionShape('Delete table a?')).not.toBe(questionShape('Delete table b?'))
  })
})

describe('resultShape', () => {
  const failure = 'FAIL x.test.ts > adds\nexpected 1 got 2\n  at x.test.ts:12:5\nTests 3 failed\nDuration 1.23s'

  it.each([
    ['the time that it took', failure.replace('1.23s', '980 ms')],
    ['where in the file it stands', failure.replace('12:5', '14:9')],
    ['colours', failure.replace('FAIL', '\u001b[31mFAIL\u001b[0m')],
  ])('F2-13: %s does not count', (_what, again) => {
    expect(resultShape(again)).toBe(resultShape(failure))
  })

  it.each([
    ['Start at 2026-11-28T02:13:04.120Z', 'Start at 2026-11-29 03:14:05Z'],
    ['image 7f3a9c21d was not found', 'image 88b0d1efc was not found'],
  ])('takes %j and %j as the same', (left, right) => {
    expect(resultShape(left)).toBe(resultShape(right))
  })

  it.each([
    ['fewer failures', failure.replace('3 failed', '2 failed')],
    ['another value', failure.replace('got 2', 'got 3')],
    ['another test', failure.replace('adds', 'subtracts')],
  ])('%s are another result', (_what, other) => {
    expect(resultShape(other)).not.toBe(resultShape(failure))
  })
})
