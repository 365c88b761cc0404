import type { Body } from './body.ts'
import type { Notice } from './notice.ts'
import type { Delivery, Send, Undelivered } from './outlet.ts'

/** Where a webhook is: an address, or why there is none. */
export type FindAddress = () => { address: URL } | { why: string }

/** Sends notices to an address. Redirects are not followed: they would bring the words to somebody else. */
export function webhookSend(find: FindAddress, bodyOf: (notice: Notice) => Body | string): Send {
  return async (notice, signal) => {
    const found = find()
    if ('why' in found) return lost('no-address', found.why)
    const body = bodyOf(notice)
    if (typeof body === 'string') return lost('bad-body', body)
    const { url, headers } = withoutPassword(found.address)
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal,
        body: body.text,
        headers: {
          ...headers,
          'content-type': body.type,
          'user-agent': 'opencode-diverter',
          'idempotency-key': notice.id,
        },
      })
      await response.body?.cancel()
      return answered(response)
    } catch (error) {
      // What a fetch throws names the address, so nothing of it is told but its code.
      if (!(error instanceof Error)) throw error
      return signal.aborted ? lost('timeout', 'it took too long', true) : failed(error)
    }
  }
}

/** A name and password in an address belong into a header: fetch takes none. */
function withoutPassword(address: URL): { url: string; headers: Record<string, string> } {
  if (address.username === '' && address.password === '') return { url: address.href, headers: {} }
  const words = `${decoded(address.username)}:${decoded(address.password)}`
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(words).toString('base64')}` } }
}

/** A percent sign that begins no escape is meant as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

function answered({ status, ok, type }: Response): Delivery {
  if (ok) return { ok: true, how: `answered ${status}` }
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return lost('redirect', 'it leads elsewhere, which is not followed')
  return lost('status', `it answered ${status}`, status >= 500 || status === 429 || status === 408)
}

/** What both runtimes say of a port that is closed and of a host that nobody knows; OpenCode's tells neither apart. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

function failed(error: Error): Undelivered {
  const code = codeOf(error) ?? codeOf(error.cause)
  return code !== null && unreachable.has(code)
    ? lost('unreachable', 'no server can be reached there', true)
    : lost('network', 'the connection failed', true)
}

const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null

const lost = (code: Undelivered['code'], why: string, isPassing = false): Undelivered => ({
  ok: false,
  code,
  why,
  isPassing,
})
