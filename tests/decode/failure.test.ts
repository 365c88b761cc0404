import { describe, expect, it } from 'vitest'
import { readResetTime } from '../../src/core/operators/time/reset-time.ts'
import { turnFailed } from '../../src/decode/failure.ts'

const now = Date.UTC(2026, 10, 28, 3, 0)
const failed = (error: unknown) => turnFailed(error, now, (text, at) => readResetTime(text, at, 'UTC'))
const api = (data: object) => ({ name: 'APIError', data: { message: 'refused', isRetryable: false, ...data } })

const recorded = [
  { error: api({ statusCode: 401, message: 'bad key' }), want: { kind: 'auth', status: 401, retryable: false } },
  {
    error: api({ statusCode: 429, isRetryable: true, message: 'Too Many Requests' }),
    want: { kind: 'rate-limit', retryable: true },
  },
  { error: api({ statusCode: 429, responseBody: '{"error":"insufficient_quota"}' }), want: { kind: 'quota' } },
  { error: api({ statusCode: 402 }), want: { kind: 'quota' } },
  { error: api({ statusCode: 503, isRetryable: true }), want: { kind: 'provider', retryable: true } },
  { error: api({ statusCode: 529, isRetryable: true }), want: { kind: 'rate-limit' } },
  { error: api({ statusCode: 400, message: 'Prompt is too long' }), want: { kind: 'overflow' } },
  { error: api({ statusCode: 400, message: 'bad field' }), want: { kind: 'provider', retryable: false } },
  {
    error: { name: 'ProviderAuthError', data: { providerID: 'x', message: 'no key' } },
    want: { kind: 'auth', status: null },
  },
  {
    error: { name: 'UnknownError', data: { message: 'Model not found: spare/gone. Did you mean: one?' } },
    want: { kind: 'model', retryable: false },
  },
  {
    error: api({ statusCode: 404, message: 'The model `gpt-9` does not exist or you do not have access to it.' }),
    want: { kind: 'model' },
  },
  { error: api({ statusCode: 400, responseBody: '{"error":{"code":"model_not_found"}}' }), want: { kind: 'model' } },
  { error: api({ statusCode: 404, message: 'File not found' }), want: { kind: 'provider' } },
  { error: { name: 'ContextOverflowError', data: { message: 'too long' } }, want: { kind: 'overflow' } },
  { error: { name: 'ContentFilterError', data: { message: 'filtered' } }, want: { kind: 'filter' } },
  {
    error: { name: 'UnknownError', data: { message: 'fetch failed: ECONNRESET' } },
    want: { kind: 'network', retryable: true },
  },
  ...[
    'terminated',
    'Premature close',
    'other side closed',
    'ConnectionClosed',
    'JSON parsing failed: Text: {"id":"answer-1","obj. Error message: JSON Parse error: Unexpected EOF',
    'Unexpected end of JSON input',
  ].map((message) => ({
    error: { name: 'UnknownError', data: { message } },
    want: { kind: 'network', status: null, retryable: true },
  })),
  {
    error: api({ statusCode: 400, message: 'Unexpected end of JSON input' }),
    want: { kind: 'provider', retryable: false },
  },
  {
    error: { name: 'UnknownError', data: { message: 'undefined is not an object' } },
    want: { kind: 'unknown', retryable: false },
  },
  { error: undefined, want: { kind: 'unknown', message: 'The host gave no reason', retryable: false, resetsAt: null } },
]

describe('turn.failed', () => {
  for (const { error, want } of recorded) {
    it(`${want.kind}: ${JSON.stringify(error)?.slice(0, 90)}`, () => expect(failed(error)).toMatchObject(want))
  }

  const statuses = [400, 402, 403, 429, 500, undefined]
  it.each(statuses)('a quota is one whatever its status is: %s', (statusCode) => {
    for (const message of [
      'usage limit reached, resets 3am',
      'You have hit your limit · resets 3am',
      'Your weekly limit is used up; limit resets 3am',
      'insufficient_quota: add credits, resets at 03:00',
    ]) {
      const event = failed(api({ statusCode, message }))
      expect(event, message).toMatchObject({ kind: 'quota', resetsAt: Date.UTC(2026, 10, 29, 3) })
    }
  })

  it.each([
    [403, 'insufficient permissions for this model', 'auth'],
    [401, 'invalid key; reset it in the console', 'auth'],
    [400, 'Prompt is too long', 'overflow'],
    [500, 'Too many requests, overloaded', 'rate-limit'],
    [503, 'upstream connect error', 'provider'],
  ])('%i %s is %s', (statusCode, message, kind) => {
    expect(failed(api({ statusCode, message })).kind).toBe(kind)
  })

  const page = '<!DOCTYPE html>\n<html><head><title>Access Denied</title></head><body>Reference #18</body></html>'
  it.each([
    [403, { responseBody: page }],
    [403, { message: `Forbidden: ${page}` }],
    [403, { responseBody: `\n<html>\r\n<head><title>403 Forbidden</title></head>` }],
    [
      401,
      { message: 'Unauthorized: request was blocked by a gateway or proxy. Your authentication token may be missing' },
    ],
    [403, { message: 'Forbidden: request was blocked by a gateway or proxy. You may not have permission' }],
    [404, { responseBody: page }],
    [502, { responseBody: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>' }],
    [200, { responseBody: page }],
    [undefined, { responseBody: page }],
  ])('a page of a proxy in place of an answer may pass, whatever its status is: %s', (statusCode, data) => {
    expect(failed(api({ statusCode, ...data }))).toMatchObject({ kind: 'network', retryable: true })
  })

  it.each([
    [`Forbidden: ${page}`, 'Forbidden: a page in place of an answer (Access Denied)'],
    [page, 'a page in place of an answer (Access Denied)'],
    ['<html></html>', 'a page in place of an answer'],
    [
      'Bad Gateway: <html><head><style>h1 { color: red }</style></head><body><h1>502</h1>\n<p>Try&nbsp;later</p>',
      'Bad Gateway: a page in place of an answer (502 Try later)',
    ],
    ['<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'a page in place of an answer (AccessDenied)'],
    ['The prompt has <html> in it', 'The prompt has <html> in it'],
  ])('of a page its words are told, not its markup: %j', (message, want) => {
    expect(failed(api({ statusCode: 502, message })).message).toBe(want)
  })

  it.each([
    [429, { responseBody: page }, { kind: 'rate-limit', retryable: false }],
    [403, { message: 'The prompt has <html> in it' }, { kind: 'auth', retryable: false }],
    [403, { responseBody: '{"error":"usage limit reached","page":"<html>"}' }, { kind: 'quota' }],
  ])('what is no page, or says more than that, is what it says: %i', (statusCode, data, want) => {
    expect(failed(api({ statusCode, ...data }))).toMatchObject(want)
  })

  it('a date beats a length of time, in whatever order they stand', () => {
    const at = Date.UTC(2026, 10, 28, 11, 50, 55)
    for (const message of [
      'Usage limit reached for 5 hour. Your limit will reset at 2026-11-28 11:50:55 UTC',
      'Your limit will reset at 2026-11-28 11:50:55 UTC. Usage limit reached for 5 hour.',
      'Limit reached for 5 hours. Try again at 11:50:55',
    ])
      expect(failed(api({ statusCode: 429, message })).resetsAt, message).toBe(at)
  })

  it.each([
    ['in the past', 'Usage limit, resets at 2026-11-27 20:00 UTC', '2026-11-27T20:00:00Z'],
    ['long past, so misread', 'Usage limit, reset at 2024-01-01 20:00 UTC', null],
    ['a year ahead', 'Usage limit, resets at 2027-11-27T03:00:00Z', '2027-11-27T03:00:00Z'],
    ['far ahead, so misread', 'Usage limit, resets at 2031-11-27T03:00:00Z', null],
    ['without a zone, in the local one', 'Usage limit, resets at 2026-11-28 05:00', '2026-11-28T05:00:00Z'],
    ['in another zone', 'Usage limit, resets 5am (Asia/Tokyo)', '2026-11-28T20:00:00Z'],
    ['at an offset', 'Usage limit, resets at 2026-11-28T05:00:00-08:00', '2026-11-28T13:00:00Z'],
    [
      'twice, the first of equal kind',
      'Usage limit resets at 05:00. Weekly limit resets at 09:00.',
      '2026-11-28T05:00:00Z',
    ],
    ['twice, a date', 'Limit resets at 05:00; weekly limit resets at 2026-12-01 09:00 UTC', '2026-12-01T09:00:00Z'],
  ])('a reset time %s', (_, message, time) => {
    const resetsAt = time === null ? null : Date.parse(time)
    expect(failed(api({ statusCode: 429, message }))).toMatchObject({ kind: 'quota', resetsAt })
  })

  it('takes the reset time from the header, in seconds or as a date', () => {
    const reset = (value: string) =>
      failed(api({ statusCode: 429, responseHeaders: { 'retry-after': value } })).resetsAt
    expect(reset('120')).toBe(now + 120_000)
    expect(reset('Sat, 28 Nov 2026 05:00:00 GMT')).toBe(Date.UTC(2026, 10, 28, 5))
    expect(reset('soon')).toBeNull()
  })

  it.each<[Record<string, string>, number | null]>([
    [{ 'retry-after-ms': '1500' }, now + 1500],
    [{ 'retry-after-ms': '1500', 'retry-after': '2' }, now + 1500],
    [{ 'anthropic-ratelimit-unified-reset': `${now / 1000 + 7200}` }, now + 7_200_000],
    [{ 'anthropic-ratelimit-requests-reset': '2026-11-28T03:20:00Z' }, now + 1_200_000],
    [{ 'x-ratelimit-reset-tokens': '6m0s' }, now + 360_000],
    [{ 'x-ratelimit-reset': '40' }, now + 40_000],
    [{ 'x-ratelimit-remaining': '0' }, null],
  ])('takes the reset time from %o, where nothing else tells it', (responseHeaders, resetsAt) => {
    expect(failed(api({ statusCode: 429, responseHeaders })).resetsAt).toBe(resetsAt)
  })

  it('believes the words before headers that may be of another limit', () => {
    const responseHeaders = { 'x-ratelimit-reset-requests': '1s' }
    expect(failed(api({ statusCode: 429, message: 'Limit resets at 05:00', responseHeaders })).resetsAt).toBe(
      Date.UTC(2026, 10, 28, 5),
    )
  })

  it.each<[number | undefined, string, string, string | null]>([
    [undefined, '5-hour limit reached ∙ resets 7am', 'quota', '2026-11-28T07:00:00Z'],
    [undefined, 'You exceeded your 5-hour usage', 'quota', null],
    [undefined, 'You have exhausted your premium request allowance for this month', 'quota', null],
    [undefined, 'You have reached your request limit for this hour', 'quota', null],
    [undefined, 'Free usage exceeded, add credits', 'quota', null],
    [403, 'Spending limit of the team is met. It resets on December 1.', 'quota', '2026-12-01T00:00:00Z'],
    [429, 'Premium request quota exceeded, resets 2026-12-01', 'quota', '2026-12-01T00:00:00Z'],
    [429, 'Limit resets 1st December 2026', 'quota', '2026-12-01T00:00:00Z'],
    [403, "This request would exceed your account's rate limit. Please try again later.", 'rate-limit', null],
    [403, 'The key may not use this model', 'auth', null],
  ])('%s %s', (statusCode, message, kind, resetsAt) => {
    expect(failed(api({ statusCode, message }))).toMatchObject({
      kind,
      resetsAt: resetsAt === null ? null : Date.parse(resetsAt),
    })
  })

  it('takes the reset time from the text (F4-02)', () => {
    const event = failed(api({ statusCode: 429, message: 'Usage limit reached, resets at 07:00 UTC' }))
    expect(event).toMatchObject({ kind: 'quota', resetsAt: Date.UTC(2026, 10, 28, 7) })
  })

  it('a limit that holds for long is a quota, whatever it is called', () => {
    expect(failed(api({ statusCode: 429, responseHeaders: { 'retry-after': '5' } })).kind).toBe('rate-limit')
    expect(failed(api({ statusCode: 429, responseHeaders: { 'retry-after': '7200' } })).kind).toBe('quota')
  })
})
