import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { contract } from './contract.ts'

describe("on Node's own SQLite", () => {
  test.each(contract)('$name', ({ run }) => run(assert))
})
