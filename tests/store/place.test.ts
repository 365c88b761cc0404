import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { placeIn, preparePlace, type Surroundings, storePlace } from '../../src/store/place.ts'
import { freshPlace } from './bench.ts'

const below = mkdtempSync(join(tmpdir(), 'diverter-place-'))
afterAll(() => rmSync(below, { recursive: true }))

const on = (env: Record<string, string>, more: Partial<Surroundings> = {}) =>
  storePlace({ env, platform: 'linux', home: '/home/ada', ...more })

const folderOf = (found: ReturnType<typeof on>): string => (found.ok ? found.value.folder : found.problem.message)

describe('the place of the store', () => {
  test.each([
    ['the folder that is named', { OPENCODE_DIVERTER_STATE: '/mnt/nights', XDG_STATE_HOME: '/x' }, '/mnt/nights'],
    ['else below the state folder', { XDG_STATE_HOME: '/x' }, '/x/opencode-diverter'],
    ['a relative state folder is ignored', { XDG_STATE_HOME: 'x' }, '/home/ada/.local/state/opencode-diverter'],
    [
      'empty names are none',
      { OPENCODE_DIVERTER_STATE: '', XDG_STATE_HOME: '' },
      '/home/ada/.local/state/opencode-diverter',
    ],
  ])('%s', (_name, env, folder) => {
    expect(folderOf(on(env))).toBe(folder)
  })

  test('has a database and a key', () => {
    expect(on({ OPENCODE_DIVERTER_STATE: '/s' })).toEqual({
      ok: true,
      value: { folder: '/s', database: '/s/nights.db', key: '/s/nights.key', mark: '/s/nights.mark' },
    })
  })

  test('lies below the local application data on Windows', () => {
    const windows = { platform: 'win32', home: '/Users/ada' }
    expect(folderOf(on({ LOCALAPPDATA: '/local', XDG_STATE_HOME: '/x' }, windows))).toBe('/local/opencode-diverter')
    expect(folderOf(on({}, windows))).toBe('/Users/ada/AppData/Local/opencode-diverter')
  })

  test('must be named by an absolute path, or the home folder be known', () => {
    expect(folderOf(on({ OPENCODE_DIVERTER_STATE: './here' }))).toBe(
      'Cannot open the store: OPENCODE_DIVERTER_STATE is "./here"; give an absolute path, or leave it out',
    )
    expect(folderOf(on({}, { home: '' }))).toBe(
      'Cannot open the store: the home folder of this user is not known; name a folder in OPENCODE_DIVERTER_STATE',
    )
  })
})

describe('preparing the place', () => {
  const refusal = (place = freshPlace()): unknown => {
    const found = preparePlace(place)
    return found.ok ? found.value : found.problem
  }

  test('makes folder and file for this user alone, once', () => {
    const place = freshPlace()
    expect([refusal(place), refusal(place)]).toEqual([false, false])
    expect(statSync(place.folder).mode & 0o777).toBe(0o700)
    expect(statSync(place.database).mode & 0o777).toBe(0o600)
  })

  test('takes rights from others', () => {
    const place = freshPlace()
    refusal(place)
    writeFileSync(place.key, 'k', { mode: 0o644 })
    chmodSync(place.folder, 0o755)
    chmodSync(place.database, 0o666)
    expect(refusal(place)).toBe(false)
    expect([place.folder, place.database, place.key].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600, 0o600,
    ])
  })

  test.each(['folder', 'database', 'key'] as const)(
    'refuses a %s that is a link, even one that leads nowhere',
    (part) => {
      const place = freshPlace()
      if (part !== 'folder') mkdirSync(place.folder)
      symlinkSync(join(below, 'elsewhere'), place[part])
      expect(refusal(place)).toEqual({
        code: 'link',
        message: `Cannot open the store: ${place[part]} is a link; put a folder or a file of its own there, or name another folder in OPENCODE_DIVERTER_STATE`,
      })
    },
  )

  test.each(['-wal', '-shm', '-journal'])('refuses a link in the place of the file %s beside the database', (end) => {
    const place = freshPlace()
    mkdirSync(place.folder)
    symlinkSync(join(below, 'elsewhere'), `${place.database}${end}`)
    expect(refusal(place)).toMatchObject({ code: 'link' })
  })

  test('refuses a file in the place of the folder, and folders in the place of files', () => {
    const place = freshPlace()
    writeFileSync(place.folder, '')
    expect(refusal(place)).toEqual({
      code: 'wrong-kind',
      message: `Cannot open the store: ${place.folder} is no folder; move it away, or name another folder in OPENCODE_DIVERTER_STATE`,
    })
    const other = freshPlace()
    mkdirSync(other.database, { recursive: true })
    expect(refusal(other)).toMatchObject({
      message: `Cannot open the store: ${other.database} is a folder; move it away, or name another folder in OPENCODE_DIVERTER_STATE`,
    })
  })

  test('refuses a folder of another user', () => {
    const place = freshPlace()
    mkdirSync(place.folder)
    const asAnother = vi.spyOn(process, 'getuid').mockReturnValue(statSync(place.folder).uid + 1)
    try {
      expect(refusal(place)).toEqual({
        code: 'not-yours',
        message: `Cannot open the store: ${place.folder} belongs to another user; give it to this user, or name another folder in OPENCODE_DIVERTER_STATE`,
      })
    } finally {
      asAnother.mockRestore()
    }
    expect(refusal(place)).toBe(false)
  })

  test('refuses a folder below a file', () => {
    const place = freshPlace()
    writeFileSync(place.folder, '')
    const inside = { folder: join(place.folder, 'x'), database: '', key: '', mark: '' }
    expect(refusal(inside)).toEqual({
      code: 'wrong-kind',
      message: `Cannot open the store: ${inside.folder} is below a file; move it away, or name another folder in OPENCODE_DIVERTER_STATE`,
    })
  })

  test.each([
    ['where nothing can be made', '/proc/nights', 'denied', 'Cannot open the store: /proc/nights may not be written; '],
    [
      'with a name that is too long',
      `/tmp/${'x'.repeat(300)}`,
      'device',
      'Cannot open the store: the system reports an error at /tmp/x',
    ],
  ])('refuses a folder %s', (_name, folder, code, words) => {
    expect(refusal(placeIn(folder))).toEqual({ code, message: expect.stringContaining(words) })
  })

  test('takes a file with a second name, which is no link that leads on', () => {
    const place = freshPlace()
    refusal(place)
    linkSync(place.database, join(place.folder, 'copy'))
    expect(refusal(place)).toBe(false)
  })
})
