// The one gate: every stage, then the sums. `npm run check -- unit e2e` runs only those stages.
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from './bundle.mjs'

const reports = join(root, '.e2e/reports')

/** Rounds, one after another. The stages of a round keep one core busy each, so two of them run at a time. */
const rounds = [
  [
    { name: 'build', run: ['node', 'scripts/build.mjs'] },
    { name: 'types', run: ['tsc', '-p', '.'] },
    { name: 'format', run: ['biome', 'format', '.'] },
    { name: 'lint', run: ['biome', 'lint', '--error-on-warnings', '.'] },
    { name: 'schema', run: ['node', 'scripts/schema.mjs', '--check'] },
    { name: 'architecture', run: ['vitest', 'run', 'tests/architecture.test.ts'] },
    { name: 'golden', run: ['vitest', 'run', 'tests/policies.test.ts'] },
    { name: 'docs', run: ['vitest', 'run', 'tests/docs.test.ts'] },
  ],
  // The tests of these two keep all cores busy.
  [{ name: 'unit', run: ['vitest', 'run', '--project', 'unit', '--project', 'unit-apart'] }],
  [
    { name: 'policies', run: ['node', 'dist/cli.js', 'lint', 'policies'] },
    { name: 'cases', run: ['node', 'dist/cli.js', 'test', '--coverage', '--min', '100'] },
    { name: 'pack', run: ['node', 'scripts/check-pack.mjs'] },
  ],
  [{ name: 'e2e', run: ['vitest', 'run', '--config', 'vitest.e2e.config.ts'] }],
]
const stages = rounds.flat()

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
/** The tests that failed, told again at the end: a long log may be cut, its end is what stays. */
const fallen = []
for (const round of rounds) {
  const waiting = round.filter((stage) => chosen.includes(stage))
  const isAlone = waiting.length === 1
  const lane = async () => {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift()) await report(stage, isAlone)
  }
  await Promise.all([lane(), lane()])
}
if (broken.length > 0) console.log(`\nFailed stages: ${broken.join(', ')}`)
for (const name of fallen) console.log(`  ${name}`)
const closing = `${sums.passed} passed, ${sums.failed} failed`
await writeFile(join(reports, 'sums.txt'), `${closing}\n`)
console.log(`\n${closing}`)
process.exitCode = sums.failed === 0 ? 0 : 1

/** Says how a stage went. What it prints comes at once if nothing runs beside it, else as a whole at its end. */
async function report(stage, isAlone) {
  const title = `${chosen.indexOf(stage) + 1} of ${chosen.length}: ${stage.name}`
  console.log(`\n=== ${title} ===`)
  const begun = Date.now()
  const printed = []
  const result = await perform(stage, isAlone ? null : printed)
  sums.passed += result.passed
  sums.failed += result.failed
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  process.stdout.write(Buffer.concat(printed))
  console.log(`=== ${stage.name}: ${result.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s ===`)
  if (result.failed > 0) broken.push(stage.name)
}

/** A stage that runs tests counts them, every other stage counts as one. */
async function perform({ name, run }, printed) {
  if (run[0] !== 'vitest')
    return (await start(run, printed)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const file = join(reports, `${name}.json`)
  const code = await start([...run, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], printed)
  const counted = await countTests(file)
  const failed = Math.max(counted.failed, code === 0 && counted.passed > 0 ? 0 : 1)
  return { passed: counted.passed, failed }
}

async function countTests(report) {
  try {
    const { numPassedTests, numTotalTests, testResults } = JSON.parse(await readFile(report, 'utf8'))
    for (const { name, assertionResults, status, message } of testResults) {
      const failed = assertionResults.filter((result) => result.status === 'failed')
      for (const { fullName, failureMessages } of failed)
        fallen.push(`${relative(root, name)}: ${fullName}: ${firstLine(failureMessages[0])}`)
      if (failed.length === 0 && status === 'failed') fallen.push(`${relative(root, name)}: ${firstLine(message)}`)
    }
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
  } catch (error) {
    console.error(`Cannot count the tests: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}

function firstLine(text = '') {
  return text.split('\n', 1)[0].slice(0, 300)
}

/** `printed` takes what the program prints; null lets it print for itself. */
function start([program, ...given], printed) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  return new Promise((resolve) => {
    const child = spawn(program, given, {
      cwd: root,
      stdio: printed === null ? 'inherit' : ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk))
    child.once('error', (error) => {
      console.error(`Cannot start ${program}: ${error.message}`)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
