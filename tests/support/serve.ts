import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createOpencodeClient, type OpencodeClient } from '@opencode-ai/sdk/v2/client'
import { type HostInstallation, type HostProcess, startHost, stopHost } from './host.ts'
import type { Project } from './project.ts'
import { until } from './wait.ts'

/** One bus event of the host. */
export interface HostEvent {
  type: string
  properties: { sessionID?: string; [field: string]: unknown }
}

export interface Server {
  client: OpencodeClient
  project: Project
  process: HostProcess
  events: () => readonly HostEvent[]
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** Starts `opencode serve` on a free port of 127.0.0.1 and listens to its events before it returns; where that fails it is ended. */
export async function serve(
  host: HostInstallation,
  project: Project,
  environment: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const port = String(await freePort())
  const running = startHost(
    host,
    project.directory,
    ['serve', '--port', port, '--hostname', '127.0.0.1', '--print-logs', '--log-level', 'WARN'],
    environment,
  )
  try {
    return await reached(running, project)
  } catch (error) {
    await stopHost(running, 'SIGKILL')
    throw error
  }
}

async function reached(running: HostProcess, project: Project): Promise<Server> {
  const moves = () => secondsOfWork(running.child.pid)
  const baseUrl = await until(
    'the server to listen',
    () => /listening on (http:\/\/\S+)/.exec(running.output())?.[1] ?? (running.child.exitCode !== null && 'ended'),
    { seen: running.output, moves },
  )
  if (baseUrl === 'ended') throw new Error(`Cannot start the server: ${running.output()}`)
  const client = createOpencodeClient({ baseUrl, directory: project.directory })
  const events: HostEvent[] = []
  const closing = new AbortController()
  const url = `${baseUrl}/event?directory=${encodeURIComponent(project.directory)}`
  let isLost = false
  const listening = listen(url, events, closing.signal).finally(() => {
    isLost = true
  })
  const isConnected = () => events.some((event) => event.type === 'server.connected')
  await until('the event stream', () => isConnected() || isLost, { seen: running.output, moves })
  if (!isConnected()) throw new Error(`Cannot listen to ${url}: the stream was lost at once; ${running.output()}`)
  return {
    client,
    project,
    process: running,
    events: () => events,
    stop: async (signal) => {
      closing.abort()
      await listening
      await stopHost(running, signal)
    },
  }
}

/** Seconds that a process has had a processor, where the system tells: a host that starts on a busy machine gets few. */
function secondsOfWork(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return Math.floor((user + system) / 100)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return 0
    throw error
  }
}

/**
 * The host takes one port again and again for 0, and a connection kept alive to a server that was killed would
 * then be used for the next one.
 */
function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address !== null && typeof address === 'object' ? found(address.port) : failed(address)))
    })
  })
}

/** Reads server-sent events until told to stop or the server is gone. */
async function listen(url: string, events: HostEvent[], signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(url, { signal })
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)) as HostEvent)
      }
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof TypeError)) throw error
  }
}
