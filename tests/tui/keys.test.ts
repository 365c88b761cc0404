import { describe, expect, it } from 'vitest'
import { chooseKeys, defaultKeys, keysOf, takenText } from '../../src/tui/keys.ts'

describe('keys', () => {
  it('come from the options, and from nowhere else if those are right', () => {
    for (const none of [undefined, null, {}, { keybind: null }])
      expect(keysOf(none)).toEqual({ keys: defaultKeys, problem: null })
    expect(keysOf({ keybind: 'f9' }).keys).toEqual(['f9'])
    expect(keysOf({ keybind: ['f9', 'f10'] }).keys).toEqual(['f9', 'f10'])
    expect(keysOf({ keybind: false })).toEqual({ keys: [], problem: null })
    for (const wrong of [7, true, '', ['f9', 1]]) {
      expect(keysOf({ keybind: wrong })).toEqual({
        keys: defaultKeys,
        problem: `Cannot use option keybind: ${JSON.stringify(wrong)}; allowed are a key, a list of keys and false, ctrl+shift+b and <leader>k hold`,
      })
    }
  })

  it('that another command has are left to it, however they are written', () => {
    const choice = chooseKeys(['Ctrl+Shift+B', '<leader>k'], [{ strokes: 'ctrl+shift+b', command: 'a.b' }], (key) =>
      key.toLowerCase(),
    )
    expect(choice).toEqual({ free: ['<leader>k'], taken: [{ key: 'Ctrl+Shift+B', command: 'a.b' }] })
    expect(takenText(choice.taken)).toBe(
      'Cannot use a key for /blockers on and off: Ctrl+Shift+B belongs to a.b. Name another in tui.json: ["opencode-diverter", { "keybind": "f9" }]',
    )
    expect(takenText([])).toBeNull()
  })
})
