import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { explainCommand } from '../../src/cli/explain.ts'
import { exportCommand } from '../../src/cli/export.ts'
import { recordCommand } from '../../src/cli/record.ts'
import { replayCommand } from '../../src/cli/replay.ts'
import { placeOf, putNight } from '../support/folder-store.ts'
import { journal, type Night, night } from './night.ts'

let project: Night
let text = ''
beforeEach(() => {
  project = night()
  text = readFileSync(join(project.folder, journal), 'utf8')
  putNight(project.folder, 'S1', text)
})
afterEach(() => project.remove())

describe('a night in the store', () => {
  test('is exported whole, with its policies and the same numbers', () => {
    const { code, output, errors } = project.run((io) => exportCommand('S1', io))
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output.replaceAll('"process":"test"', '"process":"rehearsal"')).toBe(text)
  })

  test('is replayed, explained and recorded by the id of its session as by the file', () => {
    const both = (command: (name: string, io: Parameters<typeof exportCommand>[1]) => number) => {
      const [file, session] = [journal, 'S1'].map((name) => project.run((io) => command(name, io)))
      expect(session?.code).toBe(0)
      expect(session?.output.replace(/^S1:/gm, `${journal}:`)).toBe(file?.output)
    }
    both((name, io) => replayCommand(name, { zone: 'UTC' }, io))
    both((name, io) => explainCommand(undefined, { journal: name, line: 7, zone: 'UTC' }, io))
    both((name, io) => recordCommand(name, 'S1', {}, io))
  })

  test('is not found for a session that the store does not know, or in another project', () => {
    const { code, errors } = project.run((io) => exportCommand('S9', io))
    expect({ code, errors }).toEqual({
      code: 1,
      errors:
        'Cannot export S9: the store has no such session of this project; `opencode-diverter report --all` shows those that it has\n',
    })
    expect(project.run((io) => exportCommand('S1', { ...io, cwd: '/usr' })).code).toBe(1)
  })

  test('is found from a folder above, since it began in a folder below', () => {
    const below = join(project.folder, 'app')
    mkdirSync(below)
    putNight(below, 'S2', text)
    const place = placeOf(below)
    const from = (cwd: string) => project.run((io) => exportCommand('S2', { ...io, place, cwd }))
    expect(from(below).code).toBe(0)
    expect(from(project.folder)).toEqual(from(below))
    const replayed = (cwd: string) => project.run((io) => replayCommand('S2', { zone: 'UTC' }, { ...io, place, cwd }))
    expect(replayed(project.folder)).toEqual(replayed(below))
    expect(from(join(project.folder, '.opencode')).code).toBe(1)
  })
})
