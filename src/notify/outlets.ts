import { readSpan } from '../core/text.ts'
import type { OutletSetting } from '../policy/schema/notify.ts'
import { bodyMaker } from './body.ts'
import { commandSend } from './command.ts'
import { type Outlet, type OutletWorld, type Send, wayOf } from './outlet.ts'
import { type FindAddress, webhookSend } from './webhook.ts'

/** Where the user says nothing, in milliseconds. */
const usualTimeout = 10_000

/** The outlets of a config, in its order. */
export const openOutlets = (settings: readonly OutletSetting[], world: OutletWorld): Outlet[] =>
  settings.map((setting, index) => ({
    name: `notify ${index + 1} (${wayOf(setting)})`,
    kinds: setting.kinds ?? null,
    timeout: ('timeout' in setting && setting.timeout !== undefined ? readSpan(setting.timeout) : null) ?? usualTimeout,
    send: sendOf(setting, world),
  }))

function sendOf(setting: OutletSetting, world: OutletWorld): Send {
  if ('desktop' in setting) return world.desktop
  if ('command' in setting) return commandSend(setting.command, world)
  return webhookSend(addressOf(setting.webhook, world), bodyMaker(setting.body ?? 'json'))
}

type Address = Extract<OutletSetting, { webhook: unknown }>['webhook']

function addressOf(given: Address, { environment }: Pick<OutletWorld, 'environment'>): FindAddress {
  if (typeof given === 'string') return () => ({ address: new URL(given) })
  const { env } = given
  return () => {
    const text = environment[env]
    if (text === undefined || text === '') return { why: `the environment variable ${env} is not set` }
    const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text)
    return isAddress ? { address: new URL(text) } : { why: `the environment variable ${env} holds no address` }
  }
}
