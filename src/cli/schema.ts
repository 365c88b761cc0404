import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtinPolicies } from '../policy/config.ts'
import { readChain } from '../policy/layers/extend.ts'
import { jsonSchemas } from '../policy/json-schema.ts'
import { checkChain } from '../policy/load.ts'
import type { ResolvedDocument } from '../policy/layers/resolve.ts'
import { reportJsonSchema } from '../report/json-schema.ts'
import { type CommandIo, exit } from './io/io.ts'
import { createSources } from './policies/sources.ts'

/** Writes the JSON Schemas into `schema/`, or with `check` says which of them are out of date. */
export function schemaCommand(options: { check?: boolean }, io: CommandIo): number {
  const folder = join(io.cwd, 'schema')
  const builtins = builtinDocuments(io)
  const files = Object.entries({ ...jsonSchemas(builtins), 'report.schema.json': reportJsonSchema() }).map(
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

/** The policies that ship, whose names editors offer. */
export function builtinDocuments({ cwd }: Pick<CommandIo, 'cwd'>): ResolvedDocument[] {
  const { find } = createSources(cwd)
  return builtinPolicies.flatMap((name) => {
    const source = find(`builtin:${name}`, null)
    return typeof source === 'string' ? [] : (checkChain(readChain(source, find)).document ?? [])
  })
}
