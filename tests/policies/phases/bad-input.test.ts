import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Decision } from '../../../src/core/decision.ts'
import { createRuntime } from '../../../src/runtime/create-runtime.ts'
import { digest } from '../../../src/runtime/files/node-digest.ts'
import { nodeFiles } from '../../../src/runtime/files/node-files.ts'
import { policiesOf } from '../../../src/runtime/policies.ts'
import type { HostPort } from '../../../src/runtime/ports.ts'
import type { Runtime } from '../../../src/runtime/runtime.ts'
import { systemClock } from '../../../src/runtime/time/system-clock.ts'
import { find, resolved } from '../../policy/workflow/flow.ts'
import { eventFrom } from '../../support/event.ts'
import { folderStore } from '../../support/folder-store.ts'

const state = '.opencode/state/active_task_graph.json'
const done = Promise.resolve({ ok: true } as const)
const host: HostPort = {
  answer: () => done,
  prompt: () => done,
  notify: () => undefined,
  abort: () => done,
  log: () => undefined,
}

let folder = ''
let runtime: Runtime
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phases-'))
  const source = find('builtin:phases', null)
  const made = policiesOf([resolved(typeof source === 'string' ? '' : source.text, 'policies/phases.yaml')], digest)
  if (!made.ok) throw new Error('phases.yaml does not compile')
  runtime = createRuntime(
    { clock: systemClock(), files: nodeFiles(), store: folderStore(folder, 'one'), host, digest, process: 'one' },
    { directory: folder, mode: 'serve', policies: () => made.policies },
  )
  Object.assign(runtime.session('S1'), { parent: null })
  happen('command.run', { name: 'plan', action: 'Feature' })
  happen('skill.requested', { skill: 'specify' })
})
afterEach(() => {
  runtime.close()
  rmSync(folder, { recursive: true, force: true })
})

let messages = 0
function happen(type: string, fields: Record<string, unknown>): Decision {
  const event = eventFrom(type, fields, () => `m${++messages}`)
  return runtime.handle(runtime.session('S1'), event).decision
}

const says = (text: string): Decision => happen('turn.ended', { text, finish: 'stop' })

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const phase = (): string => JSON.parse(readFileSync(join(folder, state), 'utf8')).current_phase

describe('SC-003 and F9-03: artifacts by links', () => {
  it.each([
    ['a folder that leads out', '.opencode/specs/x', (outside: string) => outside],
    ['a file that leads out', '.opencode/specs/spec.md', (outside: string) => join(outside, 'spec.md')],
  ])('%s is no artifact', (_, link, target) => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'))
    writeFileSync(join(outside, 'spec.md'), '# outside\n')
    mkdirSync(dirname(join(folder, link)), { recursive: true })
    symlinkSync(target(outside), join(folder, link))
    const { effects } = says(`Spec saved to ${link.endsWith('.md') ? link : `${link}/spec.md`}`)
    rmSync(outside, { recursive: true })
    expect(effects).toContainEqual(expect.objectContaining({ text: expect.stringContaining('Invalid artifact path') }))
    expect(phase()).toBe('specify')
  })

  it('a folder with spaces and one whose name has brackets hold artifacts like others', () => {
    write('.opencode/specs/my [new] feature/spec.md', '# X\n')
    happen('tool.finished', {
      tool: 'write',
      ok: true,
      changed: true,
      paths: ['.opencode/specs/my [new] feature/spec.md'],
    })
    says('Spec complete.')
    expect(phase()).toBe('architecture')
  })
})

describe('F9-01 and design 7: long texts', () => {
  const blowUp = `spec${' '.repeat(20_000)}`

  it('a text made to blow up a pattern is read to its end and matches nothing', () => {
    write('.opencode/specs/x/spec.md', '# X\n')
    says(`${blowUp} .opencode/specs/x/spec.md`)
    expect(phase()).toBe('specify')
  })

  it('what stands within the last 16 kB counts, what stands before them does not', () => {
    write('.opencode/specs/x/spec.md', '# X\n')
    const claim = 'Spec saved to .opencode/specs/x/spec.md. '
    says(claim + 'x '.repeat(10_000))
    expect(phase()).toBe('specify')
    says('x '.repeat(10_000) + claim)
    expect(phase()).toBe('architecture')
  })

  it('thousands of paths and marks are taken in', () => {
    const paths = Array.from({ length: 2000 }, (_, index) => `\`../../${index}/spec.md\``).join(' ')
    expect(says(`Spec saved: ${paths}`).trace.flatMap(({ errors }) => errors)).toEqual([])
    expect(phase()).toBe('specify')
  })
})

describe('AC-4: a restart in the middle', () => {
  it('a new process goes on with what the session tree entered and wrote', () => {
    write('.opencode/specs/x/spec.md', '# X\n')
    happen('tool.finished', { tool: 'write', ok: true, changed: true, paths: ['.opencode/specs/x/spec.md'] })
    runtime.close()
    const source = find('builtin:phases', null)
    const made = policiesOf([resolved(typeof source === 'string' ? '' : source.text, 'policies/phases.yaml')], digest)
    if (!made.ok) throw new Error('phases.yaml does not compile')
    runtime = createRuntime(
      { clock: systemClock(), files: nodeFiles(), store: folderStore(folder, 'two'), host, digest, process: 'two' },
      { directory: folder, mode: 'serve', policies: () => made.policies },
    )
    Object.assign(runtime.session('S1'), { parent: null })
    says('Spec complete.')
    expect(phase()).toBe('architecture')
  })
})
