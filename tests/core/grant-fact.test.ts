import { expect, test } from 'vitest'
import { noGrant, unused } from '../../src/core/grant-fact.ts'
import { emptyTree } from '../../src/core/state.ts'

const once = { word: 'once', grant: 3, at: 1, record: 'b1' }

test('a grant for one time that was used up here is none, whatever the store says of it', () => {
  expect(unused(once, emptyTree)).toEqual(once)
  expect(unused(once, { ...emptyTree, usedGrants: [3] })).toEqual(noGrant)
  const project = { ...once, word: 'project' }
  expect(unused(project, { ...emptyTree, usedGrants: [3] })).toEqual(project)
  expect(unused(null, { ...emptyTree, usedGrants: [3] })).toBeNull()
})
