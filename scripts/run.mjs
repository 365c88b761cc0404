// Runs a TypeScript program of this repository: node scripts/run.mjs <file.ts> [arguments]
import { resolve } from 'node:path'
import { importTypeScript } from './bundle.mjs'

const [file, ...rest] = process.argv.slice(2)
if (file === undefined) throw new Error('Cannot run: no file given; use node scripts/run.mjs <file.ts> [arguments]')
process.argv.splice(1, process.argv.length - 1, resolve(file), ...rest)
const { main } = await importTypeScript(file)
process.exitCode = await main(rest)
