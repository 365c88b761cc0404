import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { userFolder } from '../runtime/shared-sources.ts'
import { lineage, lookAtProcess } from './person/lineage.ts'
import { notAPerson } from './person/person.ts'
import { runProgram } from './program.ts'
import { packageRoot } from './sources.ts'

const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }

process.exitCode = await runProgram(process.argv.slice(2), version, {
  cwd: process.cwd(),
  userFolder: userFolder(process.env),
  notAPerson: () => notAPerson(lineage(process.pid, lookAtProcess), process.env),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  readInput: () => readFileSync(process.stdin.fd, 'utf8'),
  color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
})
