import type { NoticeKind, OutletSetting } from '../policy/schema/notify.ts'
import type { Notice } from './notice.ts'

/** Why a notice did not arrive. `why` is for the person and never holds an address or what a program printed. */
export interface Undelivered {
  ok: false
  code:
    | 'no-address'
    | 'bad-body'
    | 'timeout'
    | 'unreachable'
    | 'network'
    | 'redirect'
    | 'status'
    | 'no-program'
    | 'exit'
    | 'no-screen'
  why: string
  /** A second try may help. */
  isPassing: boolean
}

export type Delivery = { ok: true; how: string } | Undelivered

/** One try to bring a notice to a person. It ends soon after the signal, and nothing is thrown but faults. */
export type Send = (notice: Notice, signal: AbortSignal) => Promise<Delivery>

/** A way by which notices leave. */
export interface Outlet {
  /** Names it by its place in the config and its way, never by what may be a secret. */
  name: string
  /** Null: all. */
  kinds: readonly NoticeKind[] | null
  /** Of one try, in milliseconds. */
  timeout: number
  send: Send
}

/** What outlets need of the world. */
export interface OutletWorld {
  environment: Readonly<Record<string, string | undefined>>
  /** Where programs run. */
  home: string
  desktop: Send
}

export const wayOf = (setting: OutletSetting): 'desktop' | 'command' | 'webhook' =>
  'desktop' in setting ? 'desktop' : 'command' in setting ? 'command' : 'webhook'
