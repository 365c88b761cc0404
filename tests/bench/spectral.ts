import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { events } from '../../src/core/vocabulary.ts'
import { repository } from '../support/host.ts'
import { policyOf } from './lint.ts'
import { figuresOf, type Row, type Unmeasured } from './measure.ts'

const version = '6.16.3'
const name = 'lint of 200 rules, cold, as a command, beside Spectral'
const rounds = 10

/**
 * The same policy as a command of our own and of Spectral, in turns. It gets our schema and five rules of functions
 * that it has: less than half of what our lint looks at, so that the comparison leans to its side.
 */
export function spectralRow(): Row | Unmeasured {
  const program = installed()
  if (typeof program !== 'string') return { name, reason: program.reason }
  const folder = mkdtempSync(join(tmpdir(), 'diverter-spectral-'))
  try {
    const file = join(folder, 'policy.yaml')
    const ruleset = join(folder, 'ruleset.json')
    writeFileSync(file, policyOf(200))
    writeFileSync(ruleset, JSON.stringify(rulesetOf()))
    const refused = faultIn(program, ruleset, folder)
    if (refused !== null) return { name, reason: refused }
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      ours.push(timeOf(['dist/cli.js', 'lint', file]))
      theirs.push(timeOf([program, 'lint', file, '--ruleset', ruleset]))
    }
    return {
      name,
      figures: figuresOf(ours),
      baseline: { name: `Spectral ${version}, schema and five rules`, figures: figuresOf(theirs) },
      goal: null,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Its 242 packages have 68 MB, too many for the gate, so they come on demand and stay for the next time. */
function installed(): string | { reason: string } {
  const folder = join(repository, `node_modules/.cache/diverter/spectral-${version}`)
  const program = join(folder, 'node_modules/@stoplight/spectral-cli/dist/index.js')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  console.error(`Installing @stoplight/spectral-cli ${version} into ${folder}: 68 MB, once`)
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `@stoplight/spectral-cli@${version}`]
  const { status, error } = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 2, 2], timeout: 300_000 })
  if (status === 0 && existsSync(program)) return program
  rmSync(folder, { recursive: true, force: true })
  return { reason: `npm could not install Spectral ${version} (${error?.message ?? `exit code ${status}`})` }
}

/** A comparison is fair only if it finds what is wrong with a policy; null if it does. */
function faultIn(program: string, ruleset: string, folder: string): string | null {
  const bad = join(folder, 'bad.yaml')
  writeFileSync(bad, policyOf(2).replace('events: [permission.asked]', 'events: [permission.askd]'))
  const { status, stdout } = spawnSync(process.execPath, [program, 'lint', bad, '--ruleset', ruleset], {
    encoding: 'utf8',
  })
  const isFound = status === 1 && stdout.includes('closed-events') && stdout.includes('by-schema')
  return isFound ? null : `Spectral ${version} did not find the fault that it was given (exit code ${status})`
}

function rulesetOf(): object {
  const { $schema, ...schema } = JSON.parse(readFileSync(join(repository, 'schema/policy.schema.json'), 'utf8'))
  const rule = (given: string, name: string, functionOptions?: object) => ({
    given,
    severity: 'error',
    then: { function: name, ...(functionOptions === undefined ? {} : { functionOptions }) },
  })
  return {
    rules: {
      'by-schema': rule('$', 'schema', { dialect: 'draft7', schema }),
      'named-rules': rule('$.rules[*].id', 'pattern', { match: '^[a-z][a-z0-9-]*$' }),
      'closed-events': rule('$.rules[*].events[*]', 'enumeration', { values: Object.keys(events) }),
      'a-step-at-least': rule('$.rules[*].then', 'length', { min: 1 }),
      'conditions-everywhere': rule('$.rules[*].when', 'truthy'),
      'no-empty-text': rule('$.rules[*].then[*].deny', 'truthy'),
    },
  }
}

function timeOf(words: string[]): number {
  const begun = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: repository, encoding: 'utf8' })
  if (status !== 0) throw new Error(`Cannot measure: ${words[0]} failed, ${stdout}${stderr}`)
  return performance.now() - begun
}
