/** The part of Bun's own module that the store uses. Its types would bring all of Bun's globals. */
declare module 'bun:sqlite' {
  type Value = string | number | Uint8Array | null
  class Statement {
    run(...parameters: Value[]): unknown
    /** Null if there is no row. */
    get(...parameters: Value[]): Record<string, unknown> | null
    all(...parameters: Value[]): Record<string, unknown>[]
    finalize(): void
  }
  export class Database {
    constructor(path: string, options: { create: boolean; readwrite: boolean })
    exec(sql: string): unknown
    prepare(sql: string): Statement
    close(): void
  }
  export class SQLiteError extends Error {
    /** The result code. */
    readonly errno: number
  }
}

declare namespace NodeJS {
  interface Process {
    getBuiltinModule(id: 'bun:sqlite'): typeof import('bun:sqlite') | undefined
  }
}
