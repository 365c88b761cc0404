export const defaultKeys = ['ctrl+shift+b', '<leader>k'] as const

/** The keys that the options name: a text, a list of texts, or false for none. */
export function keysOf(options: unknown): { keys: readonly string[]; problem: string | null } {
  const given = typeof options === 'object' && options !== null ? Reflect.get(options, 'keybind') : undefined
  if (given === undefined || given === null) return { keys: defaultKeys, problem: null }
  if (given === false) return { keys: [], problem: null }
  const keys = Array.isArray(given) ? given : [given]
  if (keys.every((key) => typeof key === 'string' && key !== '')) return { keys, problem: null }
  return {
    keys: defaultKeys,
    problem: `Cannot use option keybind: ${JSON.stringify(given)}; allowed are a key, a list of keys and false, ${defaultKeys.join(' and ')} hold`,
  }
}

/** A key, in the one way in which the host tells keys apart, and the command that it sets off. */
export interface Bound {
  strokes: string
  command: string
}

export interface KeyChoice {
  free: string[]
  taken: { key: string; command: string }[]
}

/** Which keys nobody else uses; `strokes` says what a key is to the host. */
export function chooseKeys(
  wanted: readonly string[],
  others: readonly Bound[],
  strokes: (key: string) => string,
): KeyChoice {
  const owners = new Map(others.map((other) => [other.strokes, other.command]))
  const taken = wanted.flatMap((key) => {
    const command = owners.get(strokes(key))
    return command === undefined ? [] : [{ key, command }]
  })
  return { free: wanted.filter((key) => !owners.has(strokes(key))), taken }
}

/** What the person is told of keys that are not ours; null if there are none. */
export function takenText(taken: KeyChoice['taken']): string | null {
  if (taken.length === 0) return null
  const each = taken.map(({ key, command }) => `${key} belongs to ${command}`).join(', ')
  return `Cannot use a key for /blockers on and off: ${each}. Name another in tui.json: ["opencode-diverter", { "keybind": "f9" }]`
}
