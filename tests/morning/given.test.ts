import { expect, test } from 'vitest'
import { givenIn } from '../../src/cli/morning/given.ts'
import { giveWord } from '../../src/runtime/answers/give-word.ts'
import { withdrawable, withdrawWord } from '../../src/runtime/answers/withdraw-word.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { createKinds, noTrees } from '../../src/runtime/page/kinds.ts'
import { night, policiesFrom, stageOf } from '../runtime/stage.ts'

test('an answer that no agent can have read is told once for all that it closed, as long as it can be undone', () => {
  const { send, session, store, clock } = stageOf({ policies: policiesFrom(night) })
  session('S2').parent = null
  for (const name of ['S1', 'S2']) {
    send(name, 'user.wrote', { message: name, text: 'Begin' })
    send(name, 'permission.asked', { request: `${name}-push`, permission: 'bash', command: 'git push' })
    send(name, 'user.interrupted')
  }
  clock.pass(1000)
  const found = store.open('page').project()
  if (!found.ok) throw new Error(found.problem.message)
  const project = found.value
  const kinds = createKinds(noTrees, digest)
  const rows = project.records()
  const shown = (rows.ok ? rows.value : []).map(({ body }) => JSON.parse(body)).find(({ id }) => id === 'n1')
  const given = () => {
    const ids = withdrawable(project)
    if (!ids.ok) throw new Error(ids.problem.message)
    return givenIn(project, ids.value, kinds)
  }
  expect(given()).toEqual({ ok: true, value: [] })
  giveWord(project, kinds, shown, { decision: 'project', text: null, via: 'page', by: null }, clock.now())
  expect(given()).toMatchObject({
    ok: true,
    value: [{ entries: [{ id: 'n1' }, { id: 'n2' }], question: expect.any(String), answer: 'allowed in this project' }],
  })
  withdrawWord(project, shown, { at: clock.now(), via: 'page' })
  expect(given()).toEqual({ ok: true, value: [] })
})
