import { expect, test } from 'vitest'
import { readSaid } from '../../src/suggest/said.ts'
import type { AnswerRow, Grant, Kept } from '../../src/store/store.ts'

const by = { via: 'page', name: null } as const
const answered = (decision: AnswerRow['decision'], at: number): Kept<AnswerRow> => ({
  ...{ record: 'b1', fingerprint: 'f', at, decision, text: null, sealed: true },
  ...by,
})
const granted = (ended: Grant['ended']): Kept<Grant> => ({
  ...{ id: 1, fingerprint: 'f', subject: 's', reach: 'project', record: 'b1', at: 1, ended, sealed: true },
  ...by,
})

test('an answer that was taken back is none, an allow that was taken back is a no', () => {
  const revoked = granted({ at: 2, by: 'revoked' })
  expect(readSaid([answered('project', 1)], [revoked], false)('f')).toEqual({ is: 'never' })
  const undone = [answered('project', 1), answered('withdrawn', 2)]
  expect(readSaid(undone, [revoked], false)('f')).toEqual({ is: 'nothing' })
  expect(readSaid([...undone, answered('words', 3)], [revoked], false)('f')).toEqual({ is: 'nothing' })
})
