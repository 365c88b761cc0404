import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type CommandIo, exit } from './io/io.ts'
import { packageRoot } from './policies/sources.ts'
import { testCommand } from './test.ts'

const cases = '.opencode/policies/tests'

/** What a project begins with: its path there, and the file of the package that it is a copy of. */
const files: readonly { to: string; from: string }[] = [
  { to: '.opencode/diverter.yaml', from: 'diverter.yaml' },
  { to: '.opencode/policies/blockers.yaml', from: 'blockers.yaml' },
  { to: `${cases}/tests-are-allowed.yaml`, from: 'tests-are-allowed.yaml' },
  { to: '.github/workflows/policies.yml', from: 'policies.yml' },
]

/** Writes a project's first policy, a case with its golden file and a CI workflow; never over what is there. */
export async function initCommand(io: CommandIo): Promise<number> {
  const present = files.filter(({ to }) => existsSync(resolve(io.cwd, to)))
  if (present.length > 0) {
    const names = present.map(({ to }) => to).join(', ')
    io.writeError(`Cannot begin a policy: ${names} is there already; edit it, or move it away first\n`)
    return exit.usage
  }
  for (const { to, from } of files) {
    const path = resolve(io.cwd, to)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, readFileSync(join(packageRoot(), 'templates/init', from), 'utf8'))
    io.write(`wrote ${to}\n`)
  }
  const code = await testCommand([cases], { update: true }, { ...io, write: () => undefined })
  if (code !== exit.clean) {
    io.writeError(`Cannot write the golden file of ${cases}; run npx opencode-diverter test to see why\n`)
    return code
  }
  io.write(`wrote ${cases}/tests-are-allowed.golden.yaml\n`)
  io.write(
    'Next: npx opencode-diverter lint && npx opencode-diverter test, and npx opencode-diverter trust in a terminal of your own\n',
  )
  return exit.clean
}
