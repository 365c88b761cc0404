import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose } from '../../src/report/compose.ts'
import { type MorningPorts, type Request, respond } from '../../src/morning/requests.ts'
import { twoSessions } from '../report/nights.ts'

const token = 't'.repeat(43)
const port = 4123
const document = compose(twoSessions().report())
const entry = { id: 'b1', session: 'S1', fingerprint: 'f' }

function served(more: Partial<MorningPorts> = {}) {
  const done: string[] = []
  const ports: MorningPorts = {
    token,
    script: 'run()',
    version: () => ({ ok: true, version: '1-0' }),
    state: () => ({ ok: true, state: { document, resting: [], undoable: [], given: [] } }),
    answer: ({ entry: { id }, decision, text }) => {
      done.push(`${id} ${decision} ${text}`)
      return { ok: true, text: 'kept', problem: null }
    },
    undo: ({ id }) => {
      done.push(`undo ${id}`)
      return { ok: true, text: 'taken back', problem: null }
    },
    goOn: (sessions) => {
      done.push(`go on ${sessions.join()}`)
      return { ok: false, why: 'locked' }
    },
    suggestions: () => ({ ok: false, why: 'Cannot suggest: there is no night' }),
    reasons: ({ session, line }) => ({ why: `${session}:${line}`, today: '', asCase: '' }),
    ...more,
  }
  const ask = (name: string, { headers, ...given }: Partial<Request> = {}) =>
    respond(
      {
        method: 'GET',
        url: `/${token}/${name}`,
        body: '',
        ...given,
        headers: { host: `127.0.0.1:${port}`, ...headers },
      },
      port,
      ports,
    )
  const post = (name: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(name, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { origin: `http://127.0.0.1:${port}`, ...headers },
    })
  return { ask, post, done, ports }
}
const whyIn = ({ body }: { body: string }): unknown => JSON.parse(body).why

describe('the page', () => {
  test('is served in parts, none of them kept or framed, with scripts of its own alone', () => {
    const { ask } = served()
    for (const [name, type, begin] of [
      ['', 'text/html', '<!doctype html>'],
      ['page.js', 'text/javascript', 'run()'],
      ['page.css', 'text/css', '\n:root'],
    ] as const) {
      const { status, headers, body } = ask(name)
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: `${type}; charset=utf-8` })
      expect(body.startsWith(begin)).toBe(true)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    expect(ask('').body).not.toMatch(/<script(?! type="module" src="page\.js">)|\son\w+=|\sstyle=/)
  })

  test('is read again only after something happened', () => {
    const { ask } = served()
    const first = ask('state')
    expect(JSON.parse(first.body)).toEqual(
      JSON.parse(JSON.stringify({ document, resting: [], undoable: [], given: [] })),
    )
    const again = ask('state', { headers: { 'if-none-match': first.headers['etag'] } })
    expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: '' })
  })

  test('says why nothing can be read', () => {
    const locked = { ok: false as const, why: 'The store is locked' }
    for (const { ask } of [served({ version: () => locked }), served({ state: () => locked })]) {
      expect(ask('state').status).toBe(503)
      expect(whyIn(ask('state'))).toBe('The store is locked')
    }
  })
})

test('what is suggested is told when it is asked for, or why it cannot be', () => {
  const section = { title: 'Suggested lines', count: 0, blocks: [] }
  const { ask } = served({ suggestions: () => ({ ok: true, suggestions: { is: 'found', section } }) })
  expect([ask('suggestions').status, JSON.parse(ask('suggestions').body)]).toEqual([200, { is: 'found', section }])
  const working = served({ suggestions: () => ({ ok: true, suggestions: { is: 'working', text: 'Reading' } }) })
  expect([working.ask('suggestions').status, JSON.parse(working.ask('suggestions').body)]).toEqual([
    202,
    { is: 'working', text: 'Reading' },
  ])
  const failing = served().ask('suggestions')
  expect([failing.status, whyIn(failing)]).toEqual([503, 'Cannot suggest: there is no night'])
  expect(served().post('suggestions', {}).status).toBe(405)
})

describe('what a person does', () => {
  test('reaches the store as it was meant, and what was refused comes back', () => {
    const { post, done } = served()
    expect(post('answer', { entry, decision: 'words', text: '30 days' })).toMatchObject({ status: 200 })
    expect(post('undo', { entry })).toMatchObject({ status: 200 })
    expect(post('go-on', { sessions: ['S1', 'S2'] }).status).toBe(409)
    expect(done).toEqual(['b1 words 30 days', 'undo b1', 'go on S1,S2'])
  })

  test.each([
    ['another page', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:80' }],
    ['a file', { origin: 'null' }],
    ['a page of another site with our origin', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s', (_, headers) => {
    const { post, done } = served()
    expect(post('answer', { entry, decision: 'once', text: null }, headers).status).toBe(403)
    expect(post('go-on', { sessions: [] }, headers).status).toBe(403)
    expect(done).toEqual([])
  })

  test('is refused without an origin, by GET, and where it is no answer', () => {
    const { ask, post, done } = served()
    expect(ask('answer', { method: 'POST', body: '{}' }).status).toBe(403)
    expect(ask('answer').status).toBe(405)
    expect(ask('go-on').status).toBe(405)
    for (const wrong of [
      null,
      [],
      {},
      { entry, decision: 'yes', text: null },
      { entry, decision: 'once', text: null, more: 1 },
    ])
      expect(post('answer', wrong).status).toBe(400)
    for (const wrong of [null, {}, { sessions: 'S1' }]) expect(post('go-on', wrong).status).toBe(400)
    expect(ask('answer', { method: 'POST', body: '{', headers: { origin: `http://127.0.0.1:${port}` } }).status).toBe(
      400,
    )
    expect(done).toEqual([])
  })
})

describe('a stranger', () => {
  test.each([
    ['/', 403],
    [`/${'x'.repeat(43)}/state`, 403],
    [`/${token.slice(1)}/state`, 403],
    [`/${token}x/state`, 403],
    ['//evil.example/', 403],
    [`/${token}`, 200],
    [`/${token}/../state`, 403],
    [`/${token}/none`, 404],
    [`/${token}/state/more`, 404],
    ['http://[', 403],
  ])('who asks for %s gets %s', (url, status) => {
    expect(served().ask('', { url }).status).toBe(status)
  })

  test('who brings another name of this machine sees nothing', () => {
    const { ask } = served()
    for (const host of ['evil.example', 'evil.example:4123', '127.0.0.1', '127.0.0.1:80', `[::1]:${port}`, ''])
      expect(ask('state', { headers: { host } }).status).toBe(403)
    expect(ask('state', { headers: { host: `localhost:${port}` } }).status).toBe(200)
  })

  test('may leave the port out where it is the one of the web', () => {
    const at = (port: number) =>
      respond({ method: 'GET', url: `/${token}/`, headers: { host: 'localhost' }, body: '' }, port, served().ports)
    expect([at(80).status, at(port).status]).toEqual([200, 403])
  })

  test('learns nothing by any address', () => {
    const { ask, done } = served()
    const property = fc.property(fc.webPath(), fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'), (url, method) => {
      fc.pre(!url.startsWith(`/${token}`))
      const { status, body } = ask('', { url, method })
      expect({ status, isSaid: body.includes('passenger') }).toEqual({ status: 403, isSaid: false })
    })
    fc.assert(property, { numRuns: 500 })
    expect(done).toEqual([])
  })
})

test('only names of sessions and lines are explained', () => {
  const { ask } = served()
  expect(JSON.parse(ask('why?session=ses_1&line=3').body).why).toBe('ses_1:3')
  for (const query of [
    '',
    '?session=ses_1',
    '?session=../x&line=1',
    '?session=a.jsonl&line=1',
    '?session=ses_1&line=0',
    '?session=ses_1&line=1e99',
  ])
    expect(ask(`why${query}`).status).toBe(400)
})
