import { kindsOf } from '../../runtime/page/kinds.ts'
import type { PolicySet } from '../../core/policy.ts'
import type { Away, AwayParts } from '../../notify/away.ts'
import { type Occasion, occasionsOf } from '../../notify/occasion.ts'
import type { Decided } from '../../runtime/options.ts'
import type { Clock } from '../../runtime/ports.ts'
import { within } from '../within.ts'

/** Tells a person who is away, by the outlets of their own config. Without any nothing is even loaded. */
export interface AwayNotices {
  decided: (decided: Decided) => void
  /** Files that bind were changed while an agent was at work. */
  changed: (files: readonly string[], said: string) => void
  /** Outlets by which nothing arrives, each as one line. */
  problems: () => string[]
  /** Waits a little for what is on its way. */
  close: () => Promise<void>
}

export interface AwayNoticesParts extends Omit<AwayParts, 'told'> {
  clock: Clock
  directory: string
  /** The text of the user's own config; null where there is none. */
  config: () => string | null
  set: () => PolicySet
  canAsk: boolean
  /** The session that the person began, of any session. */
  rootOf: (session: string) => { id: string; title: string }
  /** Tells whoever sits there, and the log. */
  say: (message: string) => void
  /** Keeps for the report what did not arrive. */
  keep: (outlet: string, why: string) => void
}

/** How long the end of the host may wait for what is on its way, in milliseconds. */
const patience = 5000

export function createAwayNotices(parts: AwayNoticesParts): AwayNotices {
  const { clock, directory, failed } = parts
  const lost = new Map<string, string>()
  let away: Promise<Away> | null = null
  let last: Promise<void> = Promise.resolve()
  let known: string | null = null

  /** The config as it is now; what was lost by the outlets of another one says nothing of its own. */
  function current(): string | null {
    const config = parts.config()
    if (config !== known) lost.clear()
    known = config
    return config
  }

  const open = async (): Promise<Away> => (await import('../../notify/away.ts')).createAway({ ...parts, told })

  function told(outlet: string, why: string | null): void {
    if (why === null) return void lost.delete(outlet)
    const line = lostText(outlet, why)
    lost.set(outlet, line)
    parts.say(line)
    parts.keep(outlet, why)
  }

  function tell(occasion: Occasion, at: number, session: string | null): void {
    const config = current()
    if (config === null || !config.includes('notify')) return
    const root = session === null ? null : parts.rootOf(session)
    const scene = { at, directory, session: root?.id ?? null, name: root?.title ?? '', zone: clock.zone }
    away ??= open()
    const opened = away
    last = last.then(async () => (await opened).take(config, occasion, scene)).catch(failed)
  }

  const isAwaited = (kind: string, section: string | null): boolean => {
    const known = kindsOf(parts.set())[kind]
    if (known === undefined || known.answer === null) return false
    return !(known.sections.find(({ id }) => id === section)?.checked ?? false)
  }

  return {
    decided: (decided) => {
      for (const occasion of occasionsOf(decided, { isAwaited, canAsk: parts.canAsk }))
        tell(occasion, decided.at, decided.session)
    },
    changed: (files, said) => {
      for (const file of files) tell({ kind: 'tampered', file, change: 'edited', said: [said] }, clock.now(), null)
    },
    problems: () => {
      current()
      return [...lost.values()]
    },
    close: async () => {
      if (away === null) return
      const [opened] = await Promise.all([away, last])
      await within(clock, patience, opened.close(), undefined)
    },
  }
}

const lostText = (outlet: string, why: string): string => `Cannot reach you by ${outlet}: ${why}`
