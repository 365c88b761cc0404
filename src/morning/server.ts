import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { largestBody } from './exchange.ts'
import { type MorningPorts, type Request, type Response, respond } from './requests.ts'

/** Without a request for so long, in milliseconds, nobody looks any more. */
export const patience = 1_800_000

/** What a server needs of the process that it runs in. */
export interface ServerWorld {
  /** 0: one that is free. */
  port: number
  /** Calls back once after a time, in milliseconds; the result takes it back. */
  after: (time: number, call: () => void) => () => void
  /** Hears of what nobody expected. */
  fault: (error: unknown) => void
  /** Ends the server. */
  gone: AbortSignal
}

export interface Serving {
  port: number
  /** Says why it ended. */
  ended: Promise<'unvisited' | 'gone'>
}

/** Serves the page on this machine alone. Rejects where the port cannot be had. */
export async function serve(ports: MorningPorts, { port, after, fault, gone }: ServerWorld): Promise<Serving> {
  let listening = port
  const server = createServer((message, answer) => {
    void bodyOf(message).then(
      (body) => {
        const response = body === null ? tooLarge : guarded({ ...headOf(message), body })
        // A stranger who finds the port is no visitor.
        if (response.status < 400) visited()
        send(answer, response, message.method)
      },
      // A browser that left in the middle of its request is no fault of anybody.
      (error: unknown) => (message.complete ? fault(error) : undefined),
    )
  })
  const guarded = (request: Request): Response => {
    try {
      return respond(request, listening, ports)
    } catch (error) {
      fault(error)
      return failed
    }
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address === 'object' && address !== null) listening = address.port
  let end: (why: 'unvisited' | 'gone') => void
  const ended = new Promise<'unvisited' | 'gone'>((resolve) => {
    end = (why) => {
      forget()
      server.close()
      server.closeAllConnections()
      resolve(why)
    }
  })
  let forget = after(patience, () => end('unvisited'))
  function visited(): void {
    forget()
    forget = after(patience, () => end('unvisited'))
  }
  if (gone.aborted) queueMicrotask(() => end('gone'))
  gone.addEventListener('abort', () => end('gone'), { once: true })
  return { port: listening, ended }
}

const plain = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const tooLarge: Response = {
  status: 413,
  headers: plain,
  body: JSON.stringify({
    ok: false,
    why: `Cannot take more than ${largestBody} bytes: write it into a file and name the file`,
  }),
}
const failed: Response = {
  status: 500,
  headers: plain,
  body: JSON.stringify({ ok: false, why: 'Something inside failed: the terminal says what' }),
}

function headOf({ method = '', url = '', headers }: IncomingMessage): Omit<Request, 'body'> {
  const single = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])
  return { method, url, headers: Object.fromEntries(single) }
}

/** Null for one that is too large, of which no more is kept. */
async function bodyOf(message: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message) {
    if (!Buffer.isBuffer(part)) continue
    size += part.length
    if (size <= largestBody) parts.push(part)
  }
  return size <= largestBody ? Buffer.concat(parts).toString('utf8') : null
}

function send(answer: ServerResponse, { status, headers, body }: Response, method: string | undefined): void {
  answer.writeHead(status, headers)
  answer.end(method === 'HEAD' ? '' : body)
}
