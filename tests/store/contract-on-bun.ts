import assert from 'node:assert/strict'
import { contract } from './contract.ts'

/** Runs the contract outside of a test runner and prints one JSON object: how often was compared, and what failed. */
const found = { bun: process.versions['bun'] ?? null, cases: 0, comparisons: 0, failures: [] as string[] }
const counted = (compare: (found: unknown, wanted: unknown) => void) => (one: unknown, other: unknown) => {
  found.comparisons += 1
  compare(one, other)
}
for (const { name, run } of contract) {
  found.cases += 1
  try {
    run({ equal: counted(assert.equal), deepEqual: counted(assert.deepEqual) })
  } catch (error) {
    found.failures.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}
console.log(JSON.stringify(found))
