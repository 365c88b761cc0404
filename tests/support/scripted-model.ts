import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface ToolCall {
  name: string
  input?: object
  /** The arguments as text, for a model that writes broken JSON. */
  raw?: string
}

/** One answer of the model. */
export interface Answer {
  text?: string
  reasoning?: string
  calls?: ToolCall[]
  /** `stop`, `length`, `tool_calls`, `content_filter`, or anything else, which the host reads as unknown. */
  finish?: string
  /** Milliseconds before the first byte. */
  delay?: number
  /** The answer begins when this resolves. */
  hold?: Promise<unknown>
  /** The answer stops in the middle, after what is said here, until this resolves. */
  stall?: Promise<unknown>
  /** An HTTP error instead of an answer. */
  status?: number
  error?: object
  headers?: Record<string, string>
  /** Sent as it is instead of an answer, with the status or 200; `cut`: then the connection breaks off. */
  raw?: { type: string; text: string; cut?: boolean }
}

/** Answers in order, the last one for ever; or computed from the request and its number (from 0). */
export type Script = readonly Answer[] | ((request: ModelRequest, turn: number) => Answer)

export interface ModelMessage {
  role: string
  text: string
  calls: { name: string; arguments: string }[]
}

export interface ModelRequest {
  key: string | null
  purpose: 'agent' | 'title' | 'compaction'
  model: string
  messages: ModelMessage[]
  tools: string[]
  /** Length of the request's body in bytes. */
  bytes: number
  /** Milliseconds since 1970. */
  at: number
}

export interface ScriptedModel {
  /** Base URL for an OpenAI-compatible provider. */
  url: string
  /** The session whose first user message holds `key` gets these answers; the longest key that fits wins. */
  script: (key: string, script: Script) => void
  /** The agent's requests of one key, or of all, in order. */
  requests: (key?: string) => ModelRequest[]
  /** All requests, those for titles and summaries too. */
  all: () => ModelRequest[]
  close: () => Promise<void>
}

interface Body {
  model?: string
  messages?: {
    role: string
    content?: string | { text?: string }[] | null
    tool_calls?: { function: { name: string; arguments: string } }[]
  }[]
  tools?: { function: { name: string } }[]
}

/**
 * An OpenAI-compatible chat server on 127.0.0.1 that answers from scripts and keeps every request. `calls` begins the
 * ids of its tool calls: two models of one session may not give the same.
 */
export async function startScriptedModel(calls = 'call'): Promise<ScriptedModel> {
  const scripts = new Map<string, Script>()
  const turns = new Map<string, number>()
  const journal: ModelRequest[] = []

  const keyOf = (messages: ModelMessage[]) => {
    const fits = (text: string) =>
      [...scripts.keys()].filter((key) => text.includes(key)).sort((a, b) => b.length - a.length)[0] ?? null
    const first = messages.find((message) => message.role === 'user')
    return fits(first?.text ?? '') ?? fits(messages.map((message) => message.text).join('\n'))
  }

  const next = (request: ModelRequest): Answer => {
    if (request.purpose === 'title') return { text: 'A title' }
    if (request.purpose === 'compaction') return { text: `Summary of the work on ${request.key ?? 'nothing'}.` }
    const script = request.key === null ? undefined : scripts.get(request.key)
    if (request.key === null || script === undefined) return { text: 'No script fits this session.' }
    const turn = turns.get(request.key) ?? 0
    turns.set(request.key, turn + 1)
    if (typeof script === 'function') return script(request, turn)
    return script[Math.min(turn, script.length - 1)] ?? { text: 'The script is empty.' }
  }

  const server = createServer((incoming, response) => {
    void read(incoming).then(async (text) => {
      const request = decode(text)
      request.key = keyOf(request.messages)
      journal.push(request)
      await respond(response, next(request), journal.length, calls)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/v1`,
    script: (key, script) => {
      scripts.set(key, script)
      turns.delete(key)
    },
    requests: (key) =>
      journal.filter((request) => request.purpose === 'agent' && (key === undefined || request.key === key)),
    all: () => [...journal],
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function decode(text: string): ModelRequest {
  const body = JSON.parse(text) as Body
  const messages = (body.messages ?? []).map((message) => ({
    role: message.role,
    text:
      typeof message.content === 'string'
        ? message.content
        : (message.content ?? []).map((part) => part.text ?? '').join('\n'),
    calls: (message.tool_calls ?? []).map((call) => call.function),
  }))
  const system = messages[0]?.role === 'system' ? messages[0].text : ''
  const tools = (body.tools ?? []).map((tool) => tool.function.name)
  const purpose = /title generator/i.test(system) ? 'title' : tools.length === 0 ? 'compaction' : 'agent'
  return {
    key: null,
    purpose,
    model: body.model ?? '',
    messages,
    tools,
    bytes: Buffer.byteLength(text),
    at: Date.now(),
  }
}

async function respond(response: ServerResponse, answer: Answer, number: number, calls: string): Promise<void> {
  if (answer.hold) await answer.hold
  if (answer.delay) await pause(answer.delay)
  if (answer.raw) {
    response.writeHead(answer.status ?? 200, { 'content-type': answer.raw.type })
    response.write(answer.raw.text)
    if (answer.raw.cut) response.socket?.destroySoon()
    else response.end()
    return
  }
  if (answer.status) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify({ error: answer.error ?? { message: `refused with ${answer.status}`, type: 'error' } }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (delta: object, finish: string | null, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({
        id: `answer-${number}`,
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...more,
      })}\n\n`,
    )
  if (answer.reasoning) send({ role: 'assistant', reasoning_content: answer.reasoning }, null)
  if (answer.text) send({ role: 'assistant', content: answer.text }, null)
  for (const [index, call] of (answer.calls ?? []).entries()) {
    const written = { name: call.name, arguments: call.raw ?? JSON.stringify(call.input ?? {}) }
    const id = `${calls}_${number}_${index}`
    send({ role: 'assistant', tool_calls: [{ index, id, type: 'function', function: written }] }, null)
  }
  if (answer.stall) await answer.stall
  send({}, answer.finish ?? (answer.calls ? 'tool_calls' : 'stop'), {
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  })
  response.end('data: [DONE]\n\n')
}
