import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exit } from '../../src/cli/io/io.ts'
import { runProgram } from '../../src/cli/program.ts'
import { memoryIo } from '../support/memory-io.ts'

const folder = mkdtempSync(join(tmpdir(), 'diverter-notify-cli-'))
const bodies: string[] = []
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  bodies.push(text)
  response.writeHead(request.url === '/s3cr3t' ? 200 : 403).end()
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await new Promise((resolve) => server.close(resolve))
})

async function run(config: string | null, ...words: string[]) {
  const userFolder = join(folder, 'user')
  rmSync(userFolder, { recursive: true, force: true })
  mkdirSync(userFolder)
  if (config !== null) writeFileSync(join(userFolder, 'diverter.yaml'), `version: 1\n${config}`)
  const io = { ...memoryIo(folder), userFolder, environment: { HOOK: `${base}/s3cr3t`, PATH: process.env['PATH'] } }
  const code = await runProgram(['notify', ...words], '0.0.0', io)
  return { code, output: io.output(), errors: io.errors(), path: join(userFolder, 'diverter.yaml') }
}

const all = () => `notify:
  - { desktop: true }
  - { webhook: { env: HOOK }, kinds: [stopped], body: slack }
  - { webhook: "${base}/no-s3cr3t" }
  - { webhook: { env: OTHER_HOOK } }
  - { command: [no-such-program-of-mine] }
  - { command: ["${process.execPath}", "-e", ""], kinds: [waiting, hard] }
`

test('each outlet is tried once, and said to have brought the notice or not', async () => {
  const { code, output, errors } = await run(all(), '--test')
  expect(output.split('\n')).toEqual([
    'notify 1 (desktop): not tried, only a screen of OpenCode shows it, while one is open',
    'notify 2 (webhook): arrived, answered 200',
    'notify 3 (webhook): did not arrive, it answered 403',
    'notify 4 (webhook): did not arrive, the environment variable OTHER_HOOK is not set',
    'notify 5 (command): did not arrive, no-such-program-of-mine: there is no such program',
    `notify 6 (command): arrived, ${process.execPath} ended well`,
    '',
  ])
  expect(errors).toBe('')
  expect(code).toBe(exit.findings)
  expect(bodies).toHaveLength(2)
  expect(bodies.find((body) => body.startsWith('{"text"'))).toContain('*Test notice*\\nNotices of opencode-diverter')
})

test('all that can be tried has arrived', async () => {
  const { code } = await run('notify: [{ desktop: true }, { webhook: { env: HOOK } }]\n', '--test')
  expect(code).toBe(exit.clean)
})

test('without --test they are only shown, and no address with them', async () => {
  const before = bodies.length
  const { code, output } = await run(all())
  expect(output).toMatch(/^notify 1 \(desktop\): all kinds\nnotify 2 \(webhook\): stopped\n/)
  expect(output).toContain('notify 6 (command): waiting, hard\n')
  expect(output).not.toContain('s3cr3t')
  expect(code).toBe(exit.clean)
  expect(bodies).toHaveLength(before)
})

test('where there is none it is said where they are named', async () => {
  for (const config of [null, 'keep: 30d\n', 'notify: []\n']) {
    const { code, output, path } = await run(config, '--test')
    expect(output).toBe(`Notices leave by no outlet: name them under notify in ${path}\n`)
    expect(code).toBe(exit.findings)
  }
  expect((await run(null)).code).toBe(exit.clean)
})

test('a config with problems is told by its lines, without an address', async () => {
  const { code, errors, path } = await run('notify:\n  - { webhook: "hooks/s3cr3t" }\n', '--test')
  expect(errors).toContain(`${path}:3: `)
  expect(errors).toContain('an address begins with https:// or http://')
  expect(errors).not.toContain('s3cr3t')
  expect(code).toBe(exit.unreadable)
})

const misplaced = 'https://hooks.example/services/s3cr3t'
test.each([
  `notify: ${misplaced}`,
  `notify: [${misplaced}]`,
  `notify: { "${misplaced}": true }`,
  `notify: [{ "${misplaced}": true }]`,
  `notify: [{ webhook: { env: "${misplaced}" } }]`,
  `notify: [{ webhook: { url: "${misplaced}" } }]`,
  `notify: [{ webhook: "${misplaced}", "${misplaced}": 1 }]`,
  `notify: [{ webhook: "ftp://${misplaced}" }]`,
  `notify: [{ webhook: "${misplaced}", body: "${misplaced}" }]`,
  `notify: [{ webhook: "${misplaced}", body: "{{x}} ${misplaced}" }]`,
  `notify: [{ webhook: "${misplaced}", kinds: "${misplaced}" }]`,
  `notify: [{ webhook: "${misplaced}", kinds: ["${misplaced}"] }]`,
  `notify: [{ webhook: "${misplaced}", timeout: "${misplaced}" }]`,
  `notify: [{ command: "curl ${misplaced}" }]`,
  `notify: [{ desktop: "${misplaced}" }]`,
  `"${misplaced}": 1`,
  `notify: [{ webhook: ${misplaced}`,
  `notify: [{ webhook: "${misplaced}" }]\nnotify: "${misplaced}`,
])('an address in the wrong place is not told either: %s', async (config) => {
  const { code, output, errors } = await run(config)
  expect({ code, output }).toEqual({ code: exit.unreadable, output: '' })
  expect(errors).toMatch(/diverter\.yaml:\d+: /)
  expect(errors).not.toContain('s3cr3t')
})
