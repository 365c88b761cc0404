import type { EventOf } from '../core/event.ts'
import { fieldsOf, numberOf, type Payload, textOf } from './payload.ts'
import { isPage, pageText } from './page-text.ts'

type Failed = EventOf<'turn.failed'>

/** Reads a time like "resets at 7am (UTC)" from a text; null if there is none. */
export type ResetTime = (text: string, now: number) => number | null

/** A limit that holds for longer is a quota, whatever it is called; in milliseconds. */
const longWait = 10 * 60_000
const quotaWords = /quota|usage limit|credit|billing|insufficient|limit (?:will )?resets?|resets? (?:at|in)\b/i
/** Words that mean a quota whatever the status is: providers tell it with 400, 402, 403, 429, 500 and none. */
const plainQuota =
  /\bquota\b|insufficient[_ ](?:quota|credits?|funds|balance)|(?:usage|weekly|daily|monthly|hourly|session|spending|plan) limit|limit (?:will )?resets?\b|credit balance|out of credits|hit your (?:\w+ )?limit|\d{1,3}.hour (?:limit|usage)|(?:exceeded|exhausted|used up|reached) (?:your|the|all)\b.{0,60}?\b(?:allowance|usage|credits|plan|limit for (?:this|the|today))|usage exceeded/i
const limitWords = /rate.?limit|too many requests|overloaded/i
const networkWords =
  /ECONN|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EPIPE|fetch failed|network|socket|timed? ?out|unable to connect|connection ?(?:error|reset|refused|closed)|\bterminated\b|premature.close|other side closed/i
/** An answer that broke off, or that is none: half a chunk of a stream. */
const brokenOff = /JSON pars(?:e error|ing failed)|unexpected (?:end of|EOF)/i
/** A page in place of an answer comes from a proxy or a gateway, not from the provider; OpenCode says so in its own words. */
const blocked = /blocked by a (?:gateway|proxy)/i
const overflowWords = /context.{0,20}(?:length|window|overflow)|prompt is too long|maximum context/i

const noModel = /model\W+(?:[\w.:@/-]+\W+)?(?:not found|does not exist|is not supported)|model_not_found/i

/** The error of `session.error`, which is not an abort. */
export function turnFailed(error: unknown, now: number, resetTime: ResetTime): Failed {
  const name = textOf(fieldsOf(error)['name']) ?? ''
  const data = fieldsOf(fieldsOf(error)['data'])
  const message = textOf(data['message']) ?? (name === '' ? 'The host gave no reason' : name)
  const status = numberOf(data['statusCode'])
  const body = textOf(data['responseBody']) ?? ''
  const said = `${message}\n${body}`
  const resetsAt = resetOf(data, said, now, resetTime)
  const byProxy = [message, body].some((text) => isPage(text) || blocked.test(text))
  const kind = kindOf(name, status, said, byProxy, resetsAt !== null && resetsAt - now > longWait)
  return {
    type: 'turn.failed',
    kind,
    message: pageText(message),
    status: status === null ? null : Math.round(status),
    retryable:
      typeof data['isRetryable'] === 'boolean' && !(byProxy && kind === 'network')
        ? data['isRetryable']
        : kind === 'rate-limit' || kind === 'network',
    resetsAt,
  }
}

function kindOf(
  name: string,
  status: number | null,
  said: string,
  byProxy: boolean,
  waitsLong: boolean,
): Failed['kind'] {
  if (name === 'ContextOverflowError') return 'overflow'
  if (name === 'ContentFilterError') return 'filter'
  if (status === 402 || plainQuota.test(said)) return 'quota'
  if (noModel.test(said)) return 'model'
  if (byProxy && status !== 429 && status !== 413) return 'network'
  if (waitsLong && /\blimit/i.test(said)) return 'quota'
  if (name === 'ProviderAuthError' || status === 401 || (status === 403 && !limitWords.test(said))) return 'auth'
  if (status === 429) return quotaWords.test(said) || waitsLong ? 'quota' : 'rate-limit'
  if (status === 413 || (status === 400 && overflowWords.test(said))) return 'overflow'
  if (status === 529 || limitWords.test(said)) return waitsLong ? 'quota' : 'rate-limit'
  if (status === null && (networkWords.test(said) || brokenOff.test(said))) return 'network'
  return name === 'APIError' ? 'provider' : 'unknown'
}

function resetOf(data: Payload, said: string, now: number, resetTime: ResetTime): number | null {
  const headers = fieldsOf(data['responseHeaders'])
  return retryAfter(headers, now) ?? resetTime(said, now) ?? resetTime(resetsIn(headers), now)
}

/** Milliseconds, as some say it; or seconds or a date, by RFC 9110. */
function retryAfter(headers: Payload, now: number): number | null {
  const exact = Number(textOf(headers['retry-after-ms']) ?? Number.NaN)
  if (Number.isFinite(exact) && exact >= 0) return now + Math.round(exact)
  const header = textOf(headers['retry-after'])
  if (header === null) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds >= 0 ? now + Math.round(seconds * 1000) : null
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : date
}

/** Headers such as `x-ratelimit-reset-tokens: 6m0s`, a line each, the one that tells of all first. */
const resetsIn = (headers: Payload): string =>
  Object.entries(headers)
    .filter(([name]) => /reset/i.test(name))
    .sort(([one], [other]) => Number(/unified/i.test(other)) - Number(/unified/i.test(one)))
    .map(([name, value]) => `${name}: ${textOf(value) ?? ''}`)
    .join('\n')
