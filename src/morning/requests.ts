import { timingSafeEqual } from 'node:crypto'
import type { LineName } from '../report/document.ts'
import { answerSchema, goOnSchema, type PageAnswer, type ShownEntry, undoSchema } from './answer-schema.ts'
import { type MorningState, names, type Reasons, type Suggestions, type Told } from './exchange.ts'
import { liveShell } from './live-shell.ts'
import { style } from './view/style.ts'

/** What a page is served from. */
export interface MorningPorts {
  /** Behind the first slash of every address; whoever does not know it sees nothing. */
  token: string
  /** What runs in the browser. */
  script: string
  /** Another text whenever the page would show something else; a failure says why nothing can be read. */
  version: () => { ok: true; version: string } | { ok: false; why: string }
  state: () => { ok: true; state: MorningState } | { ok: false; why: string }
  answer: (given: PageAnswer) => Told
  /** Takes the last word on an entry back, as long as no agent can have read it. */
  undo: (entry: ShownEntry) => Told
  /** Sends those of these sessions on that rest since they were answered. */
  goOn: (sessions: readonly string[]) => Told
  reasons: (name: LineName) => Reasons
  suggestions: () => { ok: true; suggestions: Suggestions } | { ok: false; why: string }
}

export interface Request {
  method: string
  /** Path and query. */
  url: string
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

export interface Response {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

const always = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

const as = (status: number, type: string, body: string, more: Record<string, string> = {}): Response => ({
  status,
  headers: { ...always, 'content-type': `${type}; charset=utf-8`, ...more },
  body,
})
const data = (status: number, value: unknown, more?: Record<string, string>): Response =>
  as(status, 'application/json', JSON.stringify(value), more)
const refused = (status: number, why: string): Response => data(status, { ok: false, why })

/** Answers one request of a browser; `port` is where the server listens. */
export function respond(request: Request, port: number, ports: MorningPorts): Response {
  const { method, headers } = request
  // Browsers leave the port of the web out.
  const hosts = ['127.0.0.1', 'localhost'].flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])])
  const host = headers['host'] ?? ''
  if (!hosts.includes(host))
    return refused(403, `Cannot show the page under the name "${host}": allowed are ${hosts.join(', ')}`)
  const url = URL.parse(request.url, `http://${host}`)
  const [, token = '', name = '', ...rest] = url?.pathname.split('/') ?? []
  if (url === null || !isEqual(token, ports.token))
    return refused(403, 'Cannot show the page: the address is not the one that the terminal names')
  if (rest.length > 0) return notFound()
  switch (name) {
    case '':
      return only('GET', method) ?? as(200, 'text/html', liveShell)
    case names.script:
      return only('GET', method) ?? as(200, 'text/javascript', ports.script)
    case names.style:
      return only('GET', method) ?? as(200, 'text/css', style)
    case names.state:
      return only('GET', method) ?? stateOf(headers['if-none-match'], ports)
    case names.why:
      return only('GET', method) ?? reasonsOf(url.searchParams, ports)
    case names.suggestions:
      return only('GET', method) ?? suggested(ports)
    case names.answer:
      return only('POST', method) ?? foreign(host, headers) ?? answered(request.body, ports)
    case names.undo:
      return only('POST', method) ?? foreign(host, headers) ?? takenBack(request.body, ports)
    case names.goOn:
      return only('POST', method) ?? foreign(host, headers) ?? sentOn(request.body, ports)
    default:
      return notFound()
  }
}

const notFound = (): Response => refused(404, 'Cannot show this: the page has no such part')

const only = (wanted: string, method: string): Response | null =>
  method === wanted ? null : refused(405, `Cannot take ${method} here: allowed is ${wanted}`)

/** Another page that has learned the address decides nothing. */
function foreign(host: string, headers: Request['headers']): Response | null {
  const origin = headers['origin']
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  return origin === `http://${host}` && site === 'same-origin'
    ? null
    : refused(403, 'Cannot take an answer from another page: answer on the page that the terminal names')
}

function stateOf(known: string | undefined, ports: MorningPorts): Response {
  const version = ports.version()
  if (!version.ok) return refused(503, version.why)
  const etag = `"${version.version}"`
  if (known === etag) return { status: 304, headers: { ...always, etag }, body: '' }
  const read = ports.state()
  return read.ok ? data(200, read.state, { etag }) : refused(503, read.why)
}

function reasonsOf(query: URLSearchParams, { reasons }: MorningPorts): Response {
  const session = query.get('session') ?? ''
  const line = Number(query.get('line'))
  // The session becomes a word of a command; only names of sessions pass.
  return /^\w+$/.test(session) && Number.isSafeInteger(line) && line > 0
    ? data(200, reasons({ session, line }))
    : refused(400, 'Cannot explain: name a session and a line of it')
}

function suggested({ suggestions }: MorningPorts): Response {
  const found = suggestions()
  if (!found.ok) return refused(503, found.why)
  return data(found.suggestions.is === 'working' ? 202 : 200, found.suggestions)
}

function answered(body: string, { answer }: MorningPorts): Response {
  const given = answerSchema.safeParse(parsed(body))
  return given.success
    ? told(answer(given.data))
    : refused(400, 'Cannot answer: the page sent what is no answer; load it again')
}

function takenBack(body: string, { undo }: MorningPorts): Response {
  const given = undoSchema.safeParse(parsed(body))
  return given.success
    ? told(undo(given.data.entry))
    : refused(400, 'Cannot take it back: the page names no entry; load it again')
}

function sentOn(body: string, { goOn }: MorningPorts): Response {
  const given = goOnSchema.safeParse(parsed(body))
  return given.success
    ? told(goOn(given.data.sessions))
    : refused(400, 'Cannot send on: the page names no sessions; load it again')
}

const told = (what: Told): Response => data(what.ok ? 200 : 409, what)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isEqual(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}
