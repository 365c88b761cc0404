import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { initCommand } from '../../src/cli/init.ts'
import { lintCommand } from '../../src/cli/lint.ts'
import { testCommand } from '../../src/cli/test.ts'
import { memoryIo } from '../support/memory-io.ts'

describe('init', () => {
  test('writes a policy, a case with its golden file and a workflow, which lint and test pass', async () => {
    const io = memoryIo(mkdtempSync(join(tmpdir(), 'init-')))
    expect(await initCommand(io)).toBe(0)
    expect(io.output()).toBe(
      [
        'wrote .opencode/diverter.yaml',
        'wrote .opencode/policies/blockers.yaml',
        'wrote .opencode/policies/tests/tests-are-allowed.yaml',
        'wrote .github/workflows/policies.yml',
        'wrote .opencode/policies/tests/tests-are-allowed.golden.yaml',
        'Next: npx opencode-diverter lint && npx opencode-diverter test, and npx opencode-diverter trust in a terminal of your own',
        '',
      ].join('\n'),
    )
    expect(lintCommand([], io)).toBe(0)
    expect(await testCommand([], {}, io)).toBe(0)
  })

  test('never writes over a file, and writes nothing at all then', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'init-'))
    mkdirSync(join(folder, '.opencode/policies'), { recursive: true })
    writeFileSync(join(folder, '.opencode/policies/blockers.yaml'), 'mine')
    const io = memoryIo(folder)
    expect(await initCommand(io)).toBe(2)
    expect(io.errors()).toBe(
      'Cannot begin a policy: .opencode/policies/blockers.yaml is there already; edit it, or move it away first\n',
    )
    expect(readFileSync(join(folder, '.opencode/policies/blockers.yaml'), 'utf8')).toBe('mine')
    expect(io.output()).toBe('')
  })
})
