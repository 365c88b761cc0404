import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { oneTry } from '../notify/courier.ts'
import { noticeOf } from '../notify/notice.ts'
import type { Delivery, Outlet, Send } from '../notify/outlet.ts'
import { openOutlets } from '../notify/outlets.ts'
import { readConfig } from '../policy/config.ts'
import { digest } from '../runtime/files/node-digest.ts'
import { mostOfSource, readPlainFile } from '../runtime/reading/read-file.ts'
import { userConfig } from '../runtime/files/shared-sources.ts'
import { systemClock } from '../runtime/time/system-clock.ts'
import { oneLine } from '../runtime/text/visible.ts'
import { type CommandIo, exit } from './io/io.ts'

export interface NotifyOptions {
  /** Send one test notice by each outlet. */
  test?: boolean
}

/** Shows by which outlets notices leave, or tries each of them. Gives the exit code: 1 if one did not arrive. */
export async function notifyCommand({ test = false }: NotifyOptions, io: CommandIo): Promise<number> {
  const outlets = outletsOf(io)
  if (typeof outlets === 'number') return outlets
  if (outlets.length === 0) {
    io.write(`Notices leave by no outlet: name them under notify in ${configOf(io) ?? 'a config of your own'}\n`)
    return test ? exit.findings : exit.clean
  }
  if (!test) {
    for (const { name, kinds } of outlets) io.write(`${name}: ${kinds === null ? 'all kinds' : kinds.join(', ')}\n`)
    return exit.clean
  }
  const clock = systemClock()
  const scene = { at: clock.now(), directory: io.cwd, session: null, name: '', zone: clock.zone }
  const notice = noticeOf({ kind: 'test', said: [] }, scene, digest)
  const tried = await Promise.all(
    outlets.map(async (outlet) => ({ outlet, delivery: await oneTry(outlet, notice, clock) })),
  )
  for (const { outlet, delivery } of tried) io.write(`${triedText(outlet, delivery)}\n`)
  return tried.some(({ delivery }) => isLost(delivery)) ? exit.findings : exit.clean
}

const isLost = (delivery: Delivery): boolean => !delivery.ok && delivery.code !== 'no-screen'

function triedText({ name }: Outlet, delivery: Delivery): string {
  if (delivery.ok) return `${name}: arrived, ${oneLine(delivery.how)}`
  return delivery.code === 'no-screen'
    ? `${name}: not tried, ${delivery.why}`
    : `${name}: did not arrive, ${oneLine(delivery.why)}`
}

/** The outlets of the user's config; a number is the exit code after its problems were written. */
function outletsOf(io: CommandIo): Outlet[] | number {
  const path = configOf(io)
  if (path === null || !existsSync(path)) return []
  const { config, problems } = readConfig({ name: userConfig, text: readPlainFile(path, mostOfSource) }, 'user')
  if (config === null) {
    for (const { line, message } of problems) io.writeError(`${path}:${line}: ${message}\n`)
    return exit.unreadable
  }
  return openOutlets(config.notify ?? [], { environment: io.environment ?? {}, home: homedir(), desktop })
}

const configOf = ({ userFolder }: CommandIo): string | null =>
  userFolder === undefined ? null : join(userFolder, 'diverter.yaml')

/** This program has no screen of OpenCode. */
const desktop: Send = async () => ({
  ok: false,
  code: 'no-screen',
  why: 'only a screen of OpenCode shows it, while one is open',
  isPassing: false,
})
