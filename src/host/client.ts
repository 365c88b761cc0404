import { clean } from '../runtime/text/clean.ts'
import type { Attempt } from '../runtime/ports.ts'
import { redact } from '../runtime/text/redact.ts'
import { visible } from '../runtime/text/visible.ts'
import { fieldsOf, listOf, numberOf, type Payload, textOf } from '../decode/payload.ts'

/** How OpenCode's client answers: it does not throw on a refused request. */
export interface RawResult {
  data?: unknown
  error?: unknown
  response?: { status?: number }
}

type Call = (options: object) => Promise<RawResult>

/** The part of OpenCode's client that we use, by its real shape; the published types lack some of it. */
export interface RawClient {
  _client: { get: Call; post: Call }
  session: { get: Call; messages: Call; prompt: Call; promptAsync: Call; abort: Call }
  app: { log: Call }
  tui: { showToast: Call; publish: Call }
}

/** Who answers a message of ours: without these the host takes its default agent. */
export interface Addressee {
  agent: string | null
  model: { provider: string; id: string } | null
  variant: string | null
}

export interface TextPart {
  id?: string
  text: string
  /** Shown, but never sent to the model. */
  ignored?: boolean
  metadata: Readonly<Record<string, unknown>>
}

export interface OutgoingMessage {
  session: string
  /** Given only to send a message again in its own place. */
  message?: string
  to: Addressee
  parts: readonly TextPart[]
}

export interface SessionInfo {
  parent: string | null
  title: string
  /** The user took messages back and has not gone on yet. */
  revertPending: boolean
}

export type PermissionReply = { reply: 'once' } | { reply: 'reject'; message: string }
export type ToastVariant = 'info' | 'success' | 'warning' | 'error'

/** All that we ask of the host; each call begins before its function returns, and none throws. */
export interface HostClient {
  replyToPermission: (request: string, reply: PermissionReply) => Promise<Attempt>
  /** One list of answers a question. */
  replyToQuestion: (request: string, answers: readonly (readonly string[])[]) => Promise<Attempt>
  /** Sends a message that the agent answers. */
  send: (message: OutgoingMessage) => Promise<Attempt>
  /** Puts a message into the session without an answer to it. */
  place: (message: OutgoingMessage) => Promise<Attempt>
  abort: (session: string) => Promise<Attempt>
  session: (id: string) => Promise<SessionInfo | null>
  /** The newest messages as the host stores them, the newest last; null if they cannot be had. */
  messages: (session: string, limit: number) => Promise<{ info: Payload; parts: readonly unknown[] }[] | null>
  version: () => Promise<string | null>
  /** Ends what the host runs for the project, plugins too. */
  dispose: () => Promise<Attempt>
  /** `about` names what it is about, beside our own name. */
  toast: (message: string, variant: ToastVariant, about?: string | null) => void
  /** Lets all TUIs of the project, and us, hear a command; the host ignores one that it does not know. */
  publish: (command: string) => void
  /** `extra` are fields of the line. */
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, extra?: Record<string, unknown>) => void
}

const service = 'opencode-diverter'
const json = { 'Content-Type': 'application/json' }
/** How long a notice stays, in milliseconds: for its length, so that a person can read it to the end. */
const toastTime = { least: 8000, most: 20_000, letter: 40 }

/** For a person: without secrets, and with nothing that acts on a screen. */
const shown = (text: string): string => visible(redact(text))

const fieldsShown = (fields: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(clean(fields)), (_, value: unknown) => (typeof value === 'string' ? visible(value) : value))

export function createHostClient(raw: RawClient): HostClient {
  const begin = (call: () => Promise<RawResult>): Promise<RawResult> => {
    try {
      return call().catch((error: unknown) => ({ error }))
    } catch (error) {
      return Promise.resolve({ error })
    }
  }
  const attempt = (call: () => Promise<RawResult>) => begin(call).then(attemptOf)
  const data = (call: () => Promise<RawResult>) => begin(call).then((result) => (result.error ? null : result.data))
  const reply = (url: string, requestID: string, body: object): Promise<Attempt> =>
    begin(() => raw._client.post({ url, path: { requestID }, body, headers: json })).then((result) =>
      // Somebody was faster, or the request fell with another one: that is no failure of ours.
      result.error && isMissing(result) ? { ok: true } : attemptOf(result),
    )
  return {
    replyToPermission: (request, body) => reply('/permission/{requestID}/reply', request, body),
    replyToQuestion: (request, answers) => reply('/question/{requestID}/reply', request, { answers }),
    send: (message) => attempt(() => raw.session.promptAsync(promptOf(message, false))),
    place: (message) => attempt(() => raw.session.prompt(promptOf(message, true))),
    abort: (session) => attempt(() => raw.session.abort({ path: { id: session } })),
    session: async (id) => sessionInfo(await data(() => raw.session.get({ path: { id } }))),
    messages: async (session, limit) => {
      const found = await data(() => raw.session.messages({ path: { id: session }, query: { limit } }))
      return Array.isArray(found)
        ? found.map(fieldsOf).map((item) => ({ info: fieldsOf(item['info']), parts: listOf(item['parts']) }))
        : null
    },
    version: async () => textOf(fieldsOf(await data(() => raw._client.get({ url: '/global/health' })))['version']),
    dispose: () => attempt(() => raw._client.post({ url: '/instance/dispose', headers: json })),
    toast: (message, variant, about = null) => {
      const title = about === null ? service : `${service}: ${about}`
      const duration = Math.min(toastTime.most, Math.max(toastTime.least, message.length * toastTime.letter))
      void begin(() => raw.tui.showToast({ body: { title: shown(title), message: shown(message), variant, duration } }))
    },
    publish: (command) => {
      void begin(() => raw.tui.publish({ body: { type: 'tui.command.execute', properties: { command } } }))
    },
    log: (level, message, extra) => {
      void begin(() =>
        raw.app.log({ body: { service, level, message: shown(message), ...(extra && { extra: fieldsShown(extra) }) } }),
      )
    },
  }
}

function promptOf(message: OutgoingMessage, silent: boolean): object {
  const { agent, model, variant } = message.to
  return {
    path: { id: message.session },
    body: {
      ...(message.message === undefined ? {} : { messageID: message.message }),
      ...(agent === null ? {} : { agent }),
      ...(model === null ? {} : { model: { providerID: model.provider, modelID: model.id } }),
      ...(variant === null ? {} : { variant }),
      ...(silent ? { noReply: true } : {}),
      parts: message.parts.map((part) => ({ type: 'text', ...part })),
    },
  }
}

function attemptOf(result: RawResult): Attempt {
  return result.error ? { ok: false, error: reasonOf(result) } : { ok: true }
}

function isMissing(result: RawResult): boolean {
  return result.response?.status === 404 || /NotFound/.test(String(fieldsOf(result.error)['_tag'] ?? ''))
}

function reasonOf(result: RawResult): string {
  const error = result.error
  if (error instanceof Error) return error.message
  const fields = fieldsOf(error)
  const said =
    textOf(error) ?? textOf(fields['message']) ?? textOf(fieldsOf(fields['data'])['message']) ?? textOf(fields['name'])
  const status = numberOf(result.response?.status)
  return said ?? (status === null ? 'The host refused without a reason' : `The host answered ${status}`)
}

function sessionInfo(data: unknown): SessionInfo | null {
  const fields = fieldsOf(data)
  if (!textOf(fields['id'])) return null
  return {
    parent: textOf(fields['parentID']),
    title: textOf(fields['title']) ?? '',
    revertPending: textOf(fieldsOf(fields['revert'])['messageID']) !== null,
  }
}
