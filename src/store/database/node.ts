import { type Database, DatabaseFailure, mismatch, type OpenDatabase, preparing } from './database.ts'

/** SQLite as Node has it from 22.13 on; null where there is none. Loads it only now. */
export function nodeDatabase(): OpenDatabase | null {
  const sqlite = withoutWarning(load)
  if (sqlite === undefined) return null
  const { DatabaseSync } = sqlite

  return (path): Database => {
    const database = attempt(() => new DatabaseSync(path))
    return {
      exec: (sql) => attempt(() => database.exec(sql)),
      prepare: preparing(attempt, (sql) => database.prepare(sql)),
      close: () => attempt(() => database.close()),
    }
  }
}

const load = (): typeof import('node:sqlite') | undefined => process.getBuiltinModule?.('node:sqlite')

/** Some versions of Node call the module experimental when it is loaded. All other warnings pass. */
function withoutWarning<T>(work: () => T): T {
  const { emitWarning } = process
  const emit = (...given: unknown[]): void => {
    const [warning, type] = given
    if (type === 'ExperimentalWarning' && String(warning).includes('SQLite')) return
    Reflect.apply(emitWarning, process, given)
  }
  process.emitWarning = emit
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    // A number that is larger than Node reads is none of ours.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
      throw new DatabaseFailure(mismatch, error.message, error)
    const code = error instanceof Error && 'errcode' in error ? error.errcode : null
    if (error instanceof Error && typeof code === 'number') throw new DatabaseFailure(code, error.message, error)
    throw error
  }
}
