const deepest = 8
/** Longer ones are no call. */
const longestPacked = 100_000

/** Arguments that become what a file holds, or are for people. */
const contents =
  /^(?:contents?|text|body|data|value|file_?text|description|title|subject|message|comments?|notes?|summary|old_?\w*|new_?\w*|replacement|markdown|html)$/i
/** Arguments that say where a file lies. */
export const places =
  /^(?:(?:file|absolute|relative|target|dest|destination|output)?_?(?:path|file|filename|name)|uri)$/i

/** The input of an unknown tool, where a text that is JSON is what it says: the arguments of another tool perhaps. */
export function unpacked(input: unknown, depth = 0): unknown {
  if (typeof input !== 'object' || input === null || depth > deepest) return input
  if (Array.isArray(input)) return input.map((each) => unpacked(each, depth + 1))
  const entries = Object.entries(input)
  // Beside a path it is what the file is to hold.
  const isFile = entries.some(([key, value]) => places.test(key) && typeof value === 'string')
  return Object.fromEntries(
    entries.map(([key, value]) => [key, unpacked(isFile && contents.test(key) ? value : saidBy(value), depth + 1)]),
  )
}

function saidBy(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longestPacked || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return value
  }
}
