import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSetup, setup } from '../../src/host2/setup.ts'

const call = () => undefined
/** What OpenCode 1.18.33 gives to `setup`. */
const first = Object.fromEntries(
  ['agent', 'aisdk', 'catalog', 'command', 'integration', 'plugin', 'reference', 'skill'].map((name) => [
    name,
    { transform: call, reload: call, list: call },
  ]),
)
const domains = {
  permission: { hook: call, list: call },
  session: { hook: call, prompt: call },
  event: { subscribe: call },
  tool: { hook: call, transform: call },
}
const second = { ...first, ...domains, app: { name: 'opencode', version: '2.0.24', channel: 'latest' } }

async function said(context: unknown, version: () => string | null = () => '0.1.0'): Promise<string[]> {
  const lines: string[] = []
  await createSetup({ say: (line) => void lines.push(line), version })(context)
  return lines
}

const withDomains = fc.record(
  {
    permission: fc.oneof(fc.constant(domains.permission), fc.anything()),
    session: fc.oneof(fc.constant(domains.session), fc.anything()),
    event: fc.oneof(fc.constant(domains.event), fc.anything()),
    tool: fc.oneof(fc.constant(domains.tool), fc.anything()),
    app: fc.oneof(fc.record({ version: fc.oneof(fc.string(), fc.anything()), name: fc.anything() }), fc.anything()),
  },
  { requiredKeys: [] },
)
const failing = () => {
  throw new Error('not for you')
}
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

describe('setup in an OpenCode 2', () => {
  it('says that it is not supported, what was found and what to do', async () => {
    expect(await said(second)).toEqual([
      'opencode-diverter 0.1.0 does nothing here: it does not support OpenCode 2 or newer yet. Found: OpenCode 2.0.24 (app opencode, channel latest), a host of plugins with permission.hook, session.hook, event.subscribe, tool.hook. Use OpenCode 1.18 or a newer 1.x; npx opencode-diverter doctor looks at what is installed',
    ])
  })

  it('knows it by what it offers where no version is told, or that of a build in between', async () => {
    expect((await said(domains))[0]).toContain(
      'Found: an OpenCode that does not tell its version, a host of plugins with',
    )
    expect((await said({ ...domains, app: { version: '0.0.0-dev-1', channel: 'dev' } }))[0]).toContain(
      'Found: OpenCode 0.0.0-dev-1 (channel dev)',
    )
  })

  it.each(['2.0.0', 'v2.3.4', '3.0.0-beta.1', '10.1.0'])('knows %s by its version alone', async (version) => {
    expect((await said({ app: { version } }))[0]).toContain(`Found: OpenCode ${version}, a host of plugins with none`)
  })

  it('shows no control character of a host, and not more than fits', async () => {
    const [line = ''] = await said({ app: { version: `2.0.0\u001b[31m\n${'x'.repeat(9999)}` } })
    expect(line).toContain('2.0.0\\x1b[31m ⏎ xxx')
    expect(line.length).toBeLessThan(400)
  })

  it('throws nothing where a part of it cannot be read, said or told', async () => {
    const guarded = { ...second }
    Object.defineProperty(guarded, 'app', { get: failing })
    expect((await said(guarded))[0]).toContain('does not tell its version')
    expect((await said(second, failing))[0]).toMatch(/^opencode-diverter does nothing here/)
    await expect(createSetup({ say: failing, version: () => null })(second)).resolves.toBeUndefined()
  })

  it('tells its own version in the log', async () => {
    const warn = console.warn
    const lines: unknown[] = []
    console.warn = (line: unknown) => void lines.push(line)
    try {
      await setup(second)
    } finally {
      console.warn = warn
    }
    expect(lines).toEqual([expect.stringMatching(/^opencode-diverter \d+\.\d+\.\d+ does nothing here/)])
  })
})

describe('setup in an OpenCode 1', () => {
  it.each([
    ['what 1.18.33 gives', { options: {}, ...first }],
    ['a later core that says which OpenCode it belongs to', { ...first, ...domains, app: { version: '1.19.0' } }],
    ...Object.keys(domains).map((missing): [string, object] => [
      `all but ${missing}`,
      { ...first, ...domains, [missing]: undefined },
    ]),
    ['domains without their calls', { permission: {}, session: {}, event: {}, tool: {} }],
    ['calls that are no functions', Object.fromEntries(Object.keys(domains).map((name) => [name, { hook: true }]))],
  ])('%s: says nothing, reads no version of its own', async (_name, context) => {
    expect(await said(context, failing)).toEqual([])
  })

  it('touches nothing: no key is written, and no call is made', async () => {
    const touched: string[] = []
    const watch = (value: object, path: string): object =>
      new Proxy(value, {
        get: (target, key) => {
          const found: unknown = Reflect.get(target, key)
          return typeof found === 'object' && found !== null ? watch(found, `${path}.${String(key)}`) : found
        },
        apply: () => void touched.push(`call ${path}`),
        set: (_target, key) => touched.push(`set ${path}.${String(key)}`) > 0,
        defineProperty: (_target, key) => touched.push(`define ${path}.${String(key)}`) > 0,
        deleteProperty: (_target, key) => touched.push(`delete ${path}.${String(key)}`) > 0,
      })
    const calling = () => touched.push('called')
    const context = { agent: { transform: calling }, command: { transform: calling }, plugin: { list: calling } }
    expect(await said(watch(context, 'ctx'))).toEqual([])
    expect(touched).toEqual([])
  })
})

describe('whatever setup is given', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'permission.hook'],
    ['a list', [second]],
    ['a function', () => second],
    ['a revoked proxy', revoked()],
    ['getters that throw', Object.defineProperty({}, 'permission', { get: failing })],
    ['a proxy that throws at all', new Proxy({}, { get: failing, has: failing, ownKeys: failing })],
    ['a revoked part', { ...domains, event: revoked() }],
  ])('%s: nothing is thrown and nothing said', async (_name, context) => {
    expect(await said(context)).toEqual([])
  })

  it('it throws never, and says one line or none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything({ withNullPrototype: true }), withDomains), async (context) => {
        const lines = await said(context)
        expect(lines.length).toBeLessThanOrEqual(1)
        for (const line of lines) expect(line).not.toMatch(/[\n\r\u0000-\u001f]/)
      }),
      { numRuns: 2000 },
    )
  })
})
