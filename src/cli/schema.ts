import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonSchemas } from '../policy/json-schema.ts'
import { reportJsonSchema } from '../report/json-schema.ts'
import { type CommandIo, exit } from './io.ts'

/** Writes the JSON Schemas into `schema/`, or with `check` says which of them are out of date. */
export function schemaCommand(options: { check?: boolean }, io: CommandIo): number {
  const folder = join(io.cwd, 'schema')
  const files = Object.entries({ ...jsonSchemas(), 'report.schema.json': reportJsonSchema() }).map(
    ([name, schema]) => ({
      path: join(folder, name),
      shown: `schema/${name}`,
      text: `${JSON.stringify(schema, null, 2)}\n`,
    }),
  )
  if (options.check) {
    const stale = files.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    for (const { shown } of stale) io.writeError(`${shown} is out of date: run opencode-diverter schema\n`)
    return stale.length === 0 ? exit.clean : exit.findings
  }
  mkdirSync(folder, { recursive: true })
  for (const { path, shown, text } of files) {
    writeFileSync(path, text)
    io.write(`${shown}\n`)
  }
  return exit.clean
}
