// The one gate: every stage in order, then the sums. `npm run check -- unit e2e` runs only those stages.
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './bundle.mjs'

const reports = join(root, '.e2e/reports')

const stages = [
  { name: 'format', run: ['biome', 'format', '.'] },
  { name: 'lint', run: ['biome', 'lint', '--error-on-warnings', '.'] },
  { name: 'types', run: ['tsc', '-p', '.'] },
  { name: 'architecture', run: ['vitest', 'run', 'tests/architecture.test.ts'] },
  {
    name: 'unit',
    run: ['vitest', 'run', ...without('tests/architecture.test.ts', 'tests/policies.test.ts', 'tests/docs.test.ts')],
  },
  { name: 'golden', run: ['vitest', 'run', 'tests/policies.test.ts'] },
  { name: 'docs', run: ['vitest', 'run', 'tests/docs.test.ts'] },
  { name: 'schema', run: ['node', 'scripts/schema.mjs', '--check'] },
  { name: 'build', run: ['node', 'scripts/build.mjs'] },
  { name: 'policies', run: ['node', 'dist/cli.js', 'lint', 'policies'] },
  { name: 'cases', run: ['node', 'dist/cli.js', 'test', '--coverage', '--min', '100'] },
  { name: 'pack', run: ['node', 'scripts/check-pack.mjs'] },
  { name: 'e2e', run: ['vitest', 'run', '--config', 'vitest.e2e.config.ts'] },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name))
if (unknown.length > 0) {
  const names = stages.map((stage) => stage.name).join(', ')
  console.error(`Cannot check ${unknown.join(', ')}: there is no such stage, allowed are ${names}`)
  process.exit(2)
}
const chosen = stages.filter((stage) => wanted.length === 0 || wanted.includes(stage.name))

await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
const sums = { passed: 0, failed: 0 }
const broken = []
for (const [index, stage] of chosen.entries()) {
  console.log(`\n=== ${index + 1} of ${chosen.length}: ${stage.name} ===`)
  const begun = Date.now()
  const result = await perform(stage)
  sums.passed += result.passed
  sums.failed += result.failed
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  console.log(`=== ${stage.name}: ${result.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s ===`)
  if (result.failed > 0) broken.push(stage.name)
}
if (broken.length > 0) console.log(`\nFailed stages: ${broken.join(', ')}`)
const closing = `${sums.passed} passed, ${sums.failed} failed`
await writeFile(join(reports, 'sums.txt'), `${closing}\n`)
console.log(`\n${closing}`)
process.exitCode = sums.failed === 0 ? 0 : 1

/** A stage that runs tests counts them, every other stage counts as one. */
async function perform({ name, run }) {
  if (run[0] !== 'vitest') return (await start(run)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const report = join(reports, `${name}.json`)
  const code = await start([...run, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const counted = await countTests(report)
  const failed = Math.max(counted.failed, code === 0 && counted.passed > 0 ? 0 : 1)
  return { passed: counted.passed, failed }
}

async function countTests(report) {
  try {
    const { numPassedTests, numTotalTests } = JSON.parse(await readFile(report, 'utf8'))
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
  } catch (error) {
    console.error(`Cannot count the tests: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}

function start([program, ...given]) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  return new Promise((resolve) => {
    const child = spawn(program, given, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: path },
    })
    child.once('error', (error) => {
      console.error(`Cannot start ${program}: ${error.message}`)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function without(...patterns) {
  return patterns.flatMap((pattern) => ['--exclude', pattern])
}
