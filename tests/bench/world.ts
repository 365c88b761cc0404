import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainEvent } from '../../src/core/event.ts'
import { builtinDocuments } from '../../src/host/files/builtin.ts'
import { createRuntime } from '../../src/runtime/create-runtime.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { nodeFiles } from '../../src/runtime/files/node-files.ts'
import { type Policies, policiesOf } from '../../src/runtime/policies.ts'
import type { Clock, HostPort } from '../../src/runtime/ports.ts'
import type { Runtime } from '../../src/runtime/runtime.ts'
import type { Session } from '../../src/runtime/session.ts'
import { systemClock } from '../../src/runtime/time/system-clock.ts'
import { eventFrom } from '../support/event.ts'
import { folderStore } from '../support/folder-store.ts'

export interface World {
  folder: string
  runtime: Runtime
  session: (id: string) => Session
  close: () => void
}

/** A runtime on a real disk, with a host that agrees to everything; `told` hears each text that it is given. */
export function openWorld(
  policies: Policies,
  given?: { folder: string; process: string },
  clock: Clock = systemClock(),
  told: (text: string, by: keyof HostPort) => void = () => undefined,
): World {
  const { folder, process } = given ?? { folder: freshFolder(), process: 'bench' }
  const done = Promise.resolve({ ok: true } as const)
  const runtime = createRuntime(
    {
      clock,
      files: nodeFiles(),
      store: folderStore(folder, process),
      host: {
        answer: (_session, _request, verdict) => {
          told(JSON.stringify(verdict), 'answer')
          return done
        },
        prompt: (_session, text) => {
          told(text, 'prompt')
          return done
        },
        abort: () => done,
        notify: (_session, text) => told(text, 'notify'),
        log: (_level, message) => told(message, 'log'),
      },
      digest,
      process,
    },
    { directory: folder, mode: 'serve', policies: () => policies },
  )
  return {
    folder,
    runtime,
    session: (id) =>
      Object.assign(runtime.session(id), {
        parent: null,
        agent: 'build',
        model: { provider: 'scripted', id: 'one' },
        hasTask: true,
      }),
    close: () => {
      runtime.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const freshFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'diverter-bench-')))

export async function builtinPolicies(): Promise<Policies> {
  const made = policiesOf(await builtinDocuments(), digest)
  if (!made.ok) throw new Error(made.problems.map((problem) => problem.message).join('; '))
  return made.policies
}

export const asked = (command: string): DomainEvent =>
  event('permission.asked', { request: command, permission: 'bash', patterns: [command], command })

export const skillCalled = (skill: string): DomainEvent => event('skill.requested', { skill, via: 'tool' })

export const typed = (name: string, action: string): DomainEvent => event('command.run', { name, action })

export const submitted = (question: string): DomainEvent =>
  event('record.submitted', {
    kind: 'blocker',
    category: 'security',
    question,
    context: 'For the bench.',
    blocks: true,
  })

export const ended = (text: string): DomainEvent =>
  event('turn.ended', { message: text, text, finish: 'stop', calls: 1 })

export const event = (type: string, fields: Record<string, unknown>): DomainEvent =>
  eventFrom(type, fields, () => 'message')
