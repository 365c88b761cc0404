import type { Hooks } from '@opencode-ai/plugin'
import { fieldsOf } from '../../decode/payload.ts'
import { hasFinished } from '../../runtime/views/outcome.ts'
import type { Clock } from '../../runtime/ports.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { HostClient } from '../client.ts'
import { isSuperseded, type SessionMirror } from '../mirror.ts'
import { within } from '../within.ts'
import { handOver } from './handed-over.ts'
import { type Leaving, standIn } from './leaving.ts'

/** Whether the host leaves when a session comes to rest; no longer once it is held. */
export interface Departure {
  leaves: boolean
}

export interface HoldParts {
  leaving: Leaving
  departure: Departure
  directory: string
  client: HostClient
  clock: Clock
  runtime: Pick<Runtime, 'state' | 'settle'>
  /** Roots in which a person gave a task. */
  roots: () => readonly SessionMirror[]
  /** Writes on standard error. */
  say: (text: string) => void
}

/** How long the host may take to end; in milliseconds. */
const ending = 3000
/** How often it is looked whether the work is over, and how long a session may take to rest after its run. */
const pause = 500
const coming = 20_000

/**
 * The hooks, with which `opencode run` goes on where it would leave. After an error or an abort it takes no prompt, and
 * ends. But it waits for `dispose`, and a prompt then begins a new instance, which takes the same hooks.
 */
export function holding(hooks: Hooks, parts: HoldParts): Hooks {
  let heir = false
  const stand = standIn(parts.leaving, parts.client, parts.clock)
  const handed: Hooks = {
    ...hooks,
    event: async (input) => {
      await hooks.event?.(input)
      stand(fieldsOf(input.event), new Set(parts.roots().map(({ session }) => session.id)))
    },
    dispose: async () => undefined,
  }
  return {
    ...hooks,
    // Its bus goes on beside that of the new instance.
    event: async (input) => {
      if (!heir) await hooks.event?.(input)
    },
    dispose: async () => {
      try {
        if (!parts.roots().some((mirror) => goesOn(parts, mirror))) return
        heir = true
        handOver(parts.directory, handed)
        await hold(parts)
      } finally {
        await hooks.dispose?.()
      }
    },
  }
}

async function hold(parts: HoldParts): Promise<void> {
  const { clock, client, leaving, departure, runtime } = parts
  parts.say('opencode-diverter: the run goes on where OpenCode would leave; what the agent says follows\n')
  departure.leaves = false
  for (const { session } of parts.roots()) {
    session.leaving = false
    runtime.settle(session)
  }
  await rested(parts)
  await within(clock, ending, client.dispose(), null)
  const runs = parts.roots().flatMap(({ session }) => runtime.state(session)?.run ?? [])
  if (runs.length > 0 && runs.every(hasFinished)) leaving.succeed()
}

/** Resolves when nothing is at work or on its way. */
function rested(parts: HoldParts): Promise<void> {
  const { clock, roots } = parts
  return new Promise((resolve) => {
    let since = clock.now()
    const look = (): void => {
      const now = clock.now()
      if (roots().some((mirror) => goesOn(parts, mirror))) since = now
      const isBusy = roots().some(({ session }) => session.busy) && now - since < coming
      if (since < now && !isBusy) resolve()
      else clock.after(pause, look)
    }
    look()
  })
}

/** A run that is not over, with a prompt that is to come, on its way or not yet taken up, or an agent at work. */
function goesOn({ runtime }: HoldParts, mirror: SessionMirror): boolean {
  const { session, prompt, assistant, user } = mirror
  const state = runtime.state(session)
  if (state?.run.state !== 'armed') return false
  const isTaken = user?.ours !== true || (assistant !== null && !isSuperseded(mirror, assistant))
  return state.pending !== null || prompt !== 'none' || !isTaken || session.busy
}
