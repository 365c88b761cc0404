import { expect, test } from 'vitest'
import { showAlert } from '../../src/tui/alert.ts'

const screen = (ways: { attention?: boolean; notification?: boolean; bell?: boolean }, asked: string[] = []) => ({
  attention: async (title: string, text: string) => {
    asked.push(`attention ${title}: ${text}`)
    return ways.attention ?? false
  },
  notification: (title: string, text: string) => {
    asked.push(`notification ${title}: ${text}`)
    return ways.notification ?? false
  },
  bell: () => {
    asked.push('bell')
    return ways.bell ?? false
  },
})

test.each([
  [{ attention: true }, 'notification', 1],
  [{ notification: true }, 'notification', 2],
  [{ bell: true }, 'bell', 3],
  [{}, 'nothing', 3],
])('a terminal with %j shows a notice by the first way that it has', async (ways, by, asked) => {
  const said: string[] = []
  expect(await showAlert(screen(ways, said), 'A title', 'A text')).toBe(by)
  expect(said).toHaveLength(asked)
  expect(said[0]).toBe('attention A title: A text')
})
