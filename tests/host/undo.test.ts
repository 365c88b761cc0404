import { expect, test } from 'vitest'
import { stage } from './stage.ts'

test('an undo of OpenCode, and its undoing, is a reason to look at the pages, once each', () => {
  const host = stage()
  host.opened()
  const looks = () => host.engine.other.filter((one) => one === 'set back').length
  const updated = (more: object) => host.send('session.updated', { info: { id: 'ses_1', title: 'Shop', ...more } })
  updated({})
  expect(looks()).toBe(0)
  updated({ revert: { messageID: 'msg_1', snapshot: 's', diff: '' } })
  updated({ revert: { messageID: 'msg_1', snapshot: 's', diff: '' } })
  expect(looks()).toBe(1)
  updated({ revert: { messageID: 'msg_0', snapshot: 's', diff: '' } })
  updated({})
  expect(looks()).toBe(3)
})
