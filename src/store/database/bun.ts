import { type Database, DatabaseFailure, type OpenDatabase, preparing } from './database.ts'

/** SQLite as OpenCode's runtime has it; null elsewhere. Loads it only now. */
export function bunDatabase(): OpenDatabase | null {
  const sqlite: typeof import('bun:sqlite') | undefined =
    process.versions['bun'] === undefined ? undefined : process.getBuiltinModule('bun:sqlite')
  if (sqlite === undefined) return null
  const { Database: BunDatabase, SQLiteError } = sqlite

  function attempt<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof SQLiteError) throw new DatabaseFailure(error.errno, error.message, error)
      throw error
    }
  }

  return (path): Database => {
    const database = attempt(() => new BunDatabase(path, { create: true, readwrite: true }))
    const opened: ReturnType<typeof database.prepare>[] = []
    return {
      exec: (sql) => {
        attempt(() => database.exec(sql))
      },
      prepare: preparing(attempt, (sql) => {
        const statement = database.prepare(sql)
        opened.push(statement)
        return statement
      }),
      // An open statement would keep the file open after this.
      close: () =>
        attempt(() => {
          for (const statement of opened) statement.finalize()
          database.close()
        }),
    }
  }
}
