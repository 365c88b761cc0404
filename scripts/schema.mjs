// Writes schema/*.json from the Zod source, or with --check says whether they are up to date.
import { importTypeScript, root } from './bundle.mjs'

const { schemaCommand } = await importTypeScript('src/cli/schema.ts')
process.exitCode = schemaCommand(
  { check: process.argv.includes('--check') },
  {
    cwd: root,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    color: false,
  },
)
