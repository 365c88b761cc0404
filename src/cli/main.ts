import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { userFolder } from '../runtime/shared-sources.ts'
import { exit } from './io.ts'
import { openOutput } from './output.ts'
import { lineage, lookAtProcess } from './person/lineage.ts'
import { notAPerson } from './person/person.ts'
import { runProgram } from './program.ts'
import { packageRoot } from './sources.ts'

const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
const { write, writeError, gone, problem } = openOutput(process.stdout, process.stderr)

const code = await runProgram(process.argv.slice(2), version, {
  cwd: process.cwd(),
  userFolder: userFolder(process.env),
  notAPerson: () => notAPerson(lineage(process.pid, lookAtProcess), process.env),
  write,
  writeError,
  gone,
  readInput: () => readFileSync(process.stdin.fd, 'utf8'),
  color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
})
// Streams say what failed a moment after the last write.
process.on('exit', () => {
  process.exitCode = problem() === null ? code : exit.unreadable
})
