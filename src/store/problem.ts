import { DatabaseFailure } from './database/database.ts'

/** Why the store cannot do something. */
export type StoreCode = keyof typeof states

/** A fault of the store as data, with a message for a person. */
export interface StoreProblem {
  code: StoreCode
  message: string
}

export type Result<T> = { ok: true; value: T } | { ok: false; problem: StoreProblem }

/** What is tried, as it stands behind "Cannot". */
export type Act = 'open' | 'read' | 'write'

const elsewhere = 'or name another folder in OPENCODE_DIVERTER_STATE'

/** What is the case, and what to do about it. */
const states = {
  'no-sqlite': ['this is {detail}, which has no SQLite', 'use Node 22.13 or newer'],
  'bad-place': ['OPENCODE_DIVERTER_STATE is "{detail}"', 'give an absolute path, or leave it out'],
  'no-home': ['the home folder of this user is not known', 'name a folder in OPENCODE_DIVERTER_STATE'],
  link: ['{path} is a link', `put a folder or a file of its own there, ${elsewhere}`],
  'wrong-kind': ['{path} is {detail}', `move it away, ${elsewhere}`],
  'not-yours': ['{path} belongs to another user', `give it to this user, ${elsewhere}`],
  denied: ['{path} may not be written', `allow this user to write there, ${elsewhere}`],
  hidden: ['{path} may not be looked at', `allow this user to read there, ${elsewhere}`],
  full: ['the disk is full', 'free some space'],
  locked: ['another program keeps {path} locked', 'end that program'],
  'not-a-database': ['{path} is no database', 'move it away, and a new one is made'],
  'other-program': ['{path} belongs to another program', `move it away, ${elsewhere}`],
  newer: [
    '{path} was written by a newer version ({detail}, this one knows {known})',
    'use that version of opencode-diverter',
  ],
  'cut-short': [
    '{path} is damaged or cut short',
    'put a copy of it back, or move it away with all that begins with its name, and a new one is made',
  ],
  unfit: [
    '{path} does not hold what this version made ({detail})',
    'put a copy of it back, or move it away with all that begins with its name, and a new one is made',
  ],
  'no-key': ['the key {path} cannot be read: {detail}', 'move it away, and a new one is made'],
  'not-its-own': ['{detail} is an entry of another session', 'go on in a new session'],
  device: ['the system reports an error at {path}', 'look at the disk'],
} as const satisfies Record<string, readonly [string, string]>

/** What passes by itself or by the person, so that who goes on trying may succeed. */
const passing: ReadonlySet<StoreCode> = new Set(['full', 'locked', 'device'])
export const isPassing = ({ code }: StoreProblem): boolean => passing.has(code)

const acts: Record<Act, string> = { open: 'open the store', read: 'read the store', write: 'write to the store' }

export function problem(
  act: Act,
  code: StoreCode,
  given: Partial<Record<'path' | 'detail' | 'known', string>>,
): StoreProblem {
  const [state, remedy] = states[code]
  const filled = state.replace(
    /\{(path|detail|known)\}/g,
    (_whole, name: 'path' | 'detail' | 'known') => given[name] ?? '',
  )
  return { code, message: `Cannot ${acts[act]}: ${filled}; ${remedy}` }
}

/** SQLite's result codes that are nobody's mistake in here. */
const codes: Readonly<Record<number, StoreCode>> = {
  // A table or a column that is not there, and a value that its column does not take.
  1: 'unfit',
  19: 'unfit',
  20: 'unfit',
  3: 'denied',
  5: 'locked',
  6: 'locked',
  8: 'denied',
  10: 'device',
  11: 'cut-short',
  13: 'full',
  14: 'denied',
  15: 'locked',
  23: 'denied',
  26: 'not-a-database',
}

/** Does `work`; what the world refuses comes back as data, and a mistake of ours is thrown on with its stack. */
export function attempt<T>(act: Act, path: string, work: () => T): Result<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    const code = error instanceof DatabaseFailure ? codes[error.code] : undefined
    if (code === undefined) throw error
    return { ok: false, problem: problem(act, code, { path, detail: error instanceof Error ? error.message : '' }) }
  }
}
