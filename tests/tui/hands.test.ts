import { expect, it } from 'vitest'
import { createHands } from '../../src/tui/hands.ts'

it('the terminal that was typed in takes an offer at once, others wait for it', () => {
  const hands = createHands()
  expect(hands.wait(0)).toBe(300)
  hands.pressed(1000)
  expect(hands.wait(4000)).toBe(0)
  expect(hands.wait(4001)).toBe(300)
})
