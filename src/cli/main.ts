import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { userFolder } from '../runtime/files/shared-sources.ts'
import { askVersion } from './doctor/ask-version.ts'
import { managedFolder } from './doctor/surroundings.ts'
import { besideOf } from './io/beside.ts'
import { endOf, openOutput } from './io/output.ts'
import { holdsTerminal, lineage, lookAtProcess } from './person/lineage.ts'
import { notAPerson } from './person/person.ts'
import { runProgram } from './program.ts'
import { packageRoot } from './policies/sources.ts'

const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
const output = openOutput(process.stdout, process.stderr)
const { write, writeError, gone } = output

/** How long OpenCode may take to say its version, in milliseconds; on a busy machine it takes seconds. */
const hostPatience = 15_000

/** What is not a clear yes is a no, and so is the end of the input. */
const confirm = (question: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asking = createInterface({ input: process.stdin, output: process.stdout })
    asking.once('close', () => resolve(false))
    asking.question(question, (answer) => {
      resolve(/^\s*y(?:es)?\s*$/i.test(answer))
      asking.close()
    })
  })

const code = await runProgram(process.argv.slice(2), version, {
  cwd: process.cwd(),
  userFolder: userFolder(process.env),
  environment: process.env,
  notAPerson: () => notAPerson(lineage(process.pid, lookAtProcess), process.env, holdsTerminal),
  surroundings: {
    node: process.versions.node,
    opencode: () => askVersion('opencode', hostPatience),
    home: homedir(),
    managed: managedFolder(process.platform, process.env),
    environment: process.env,
  },
  beside: besideOf(process.execPath, fileURLToPath(import.meta.url)),
  browse: async (address) => (await import('open')).default(address),
  write,
  writeError,
  gone,
  ...(process.stdin.isTTY && process.stdout.isTTY && { confirm }),
  readInput: () => readFileSync(process.stdin.fd, 'utf8'),
  isTerminal: process.stdout.isTTY === true,
  color: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
})
// Streams say what failed a moment after the last write.
process.on('exit', () => {
  process.exitCode = endOf(output, code)
})
