import { expect, test } from 'vitest'
import { compose } from '../../src/report/compose.ts'
import { reportSchema } from '../../src/report/schema.ts'
import { textOf } from '../../src/report/text.ts'
import { twoSessions } from './nights.ts'

test('two sessions', async () => {
  const report = twoSessions().report()
  expect(reportSchema.parse(report)).toEqual(report)
  await expect(textOf(compose(report))).toMatchFileSnapshot('golden/two-sessions.txt')
})
