import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSharedKey, readSharedKey } from '../../src/channel/shared-key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'channel-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('is made once, for this user alone, and leaves nothing beside it', () => {
  const path = join(folder, 'state', 'channel.key')
  expect(readSharedKey(path)).toBeNull()
  const key = makeSharedKey(join(folder, 'state'), path)
  expect(key).toHaveLength(32)
  expect(makeSharedKey(join(folder, 'state'), path)).toEqual(key)
  expect(readSharedKey(path)).toEqual(key)
  expect(readdirSync(join(folder, 'state'))).toEqual(['channel.key'])
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('of another length, behind a link, or open to others is none', () => {
  const path = join(folder, 'channel.key')
  writeFileSync(path, 'short', { mode: 0o600 })
  expect([readSharedKey(path), makeSharedKey(folder, path)]).toEqual([null, null])
  writeFileSync(path, 'k'.repeat(32))
  if (process.platform === 'win32') return
  expect(readSharedKey(path)).not.toBeNull()
  symlinkSync(path, join(folder, 'link.key'))
  expect(readSharedKey(join(folder, 'link.key'))).toBeNull()
  chmodSync(path, 0o640)
  expect(readSharedKey(path)).toBeNull()
})
