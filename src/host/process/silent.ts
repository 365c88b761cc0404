import type { Hooks } from '@opencode-ai/plugin'
import type { HostClient } from '../client.ts'
import { fieldsOf, textOf } from '../../decode/payload.ts'

/** Hooks of an instance that does nothing but say why, once, when the host can be talked to; `details` are for its log. */
export function silentHooks(
  client: HostClient,
  reason: string,
  variant: 'warning' | 'error',
  details: readonly string[] = [],
): Hooks {
  let said = false
  return {
    event: async ({ event }) => {
      const type = textOf(fieldsOf(event)['type'])
      if (said || !type?.startsWith('session.')) return
      said = true
      client.toast(reason, variant)
      for (const text of [...details, reason]) client.log(variant === 'error' ? 'error' : 'warn', text)
    },
  }
}
