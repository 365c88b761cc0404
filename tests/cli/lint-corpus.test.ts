import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { lintCommand } from '../../src/cli/lint.ts'
import { memoryIo } from '../support/memory-io.ts'

const corpus = fileURLToPath(new URL('../lint-corpus', import.meta.url))
const files = readdirSync(corpus).filter((name) => name.endsWith('.yaml'))
/** What must pass: controls that look like faults, and a note. */
const clean = ['30-until-unquoted.yaml', '53-untyped-input.yaml', '92-constant-looks-right.yaml']

describe('the corpus of faults', () => {
  test('holds the faults', () => {
    expect(files.length).toBeGreaterThan(50)
  })

  test.each(files)('%s is reported with its place', async (file) => {
    const io = memoryIo(corpus)
    const code = lintCommand([file], io)
    expect(code).toBe(clean.includes(file) ? 0 : 1)
    if (!clean.includes(file)) expect(io.output()).toMatch(new RegExp(`^${file}:\\d+:\\d+  (error|warning)  `, 'm'))
    await expect(io.output()).toMatchFileSnapshot(`../lint-corpus/${file.replace('.yaml', '.txt')}`)
  })
})
