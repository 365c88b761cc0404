import { type Database, DatabaseFailure, type OpenDatabase, type Statement } from './database.ts'

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
    const known = new Map<string, Statement>()
    const opened: ReturnType<typeof database.prepare>[] = []
    const prepare = (sql: string): Statement => {
      const statement = attempt(() => database.prepare(sql))
      opened.push(statement)
      return {
        run: (...parameters) => {
          attempt(() => statement.run(...parameters))
        },
        get: (...parameters) => attempt(() => statement.get(...parameters)) ?? undefined,
        all: (...parameters) => attempt(() => statement.all(...parameters)),
      }
    }
    return {
      exec: (sql) => {
        attempt(() => database.exec(sql))
      },
      prepare: (sql) => {
        const statement = known.get(sql) ?? prepare(sql)
        known.set(sql, statement)
        return statement
      },
      // An open statement would keep the file open after this.
      close: () =>
        attempt(() => {
          for (const statement of opened) statement.finalize()
          database.close()
        }),
    }
  }
}
