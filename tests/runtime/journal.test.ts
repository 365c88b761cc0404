import { describe, expect, test } from 'vitest'
import { createJournal } from '../../src/runtime/journal.ts'
import { createOwnFolder } from '../../src/runtime/own-folder.ts'
import { memoryFiles } from '../../src/rehearse/memory-files.ts'

const file = '/p/.opencode/diverter/journal/S1.jsonl'
const line = (why: string) => ({ line: 'change' as const, why, changes: [] })

function journals(...names: string[]) {
  const files = memoryFiles()
  const folder = createOwnFolder(files, '/p')
  return { files, all: names.map((name) => createJournal(files, folder, file, name)) }
}

const whys = (lines: object[]) => lines.map((one) => ('why' in one ? one.why : null))

describe('two processes', () => {
  test('each reads only what the other wrote, once', () => {
    const { all } = journals('one', 'two')
    const [one, two] = all
    one?.append(1, line('a'))
    two?.append(2, line('b'))
    one?.append(3, line('c'))
    expect(whys(one?.news() ?? [])).toEqual(['b'])
    expect(one?.news()).toEqual([])
    expect(whys(two?.news() ?? [])).toEqual(['a', 'c'])
    two?.append(4, line('d'))
    expect(whys(one?.news() ?? [])).toEqual(['d'])
    expect(two?.news()).toEqual([])
  })
})

describe('a damaged file', () => {
  test('garbage lines and a torn last line are skipped and said', () => {
    const { files, all } = journals('one', 'two')
    all[0]?.append(1, line('a'))
    files.append(file, 'garbage\n{"v":2}\n{"v":1,"seq":9,"at":1')
    all[0]?.append(2, line('b'))
    const [, two] = all
    expect(whys(two?.news() ?? [])).toEqual(['a'])
    expect(two?.problem()).toBe('3 lines could not be read and were skipped')
  })

  test('a line that comes after a torn one begins anew', () => {
    const { files, all } = journals('one', 'two')
    const [one, two] = all
    files.append(file, '{"v":1,"torn":')
    one?.news()
    one?.append(1, line('a'))
    expect(whys(two?.news() ?? [])).toEqual(['a'])
  })

  test('a line of another process that is still being written is read when it is whole', () => {
    const { files, all } = journals('one')
    const whole = JSON.stringify({ v: 1, seq: 1, process: 'two', at: 1, line: 'change', why: 'x', changes: [] })
    files.append(file, whole.slice(0, 20))
    expect(all[0]?.news()).toEqual([])
    files.append(file, `${whole.slice(20)}\n`)
    expect(whys(all[0]?.news() ?? [])).toEqual(['x'])
  })

  test('a file that was removed does not bring old lines again', () => {
    const { files, all } = journals('one', 'two')
    const [one, two] = all
    one?.append(1, line('a'))
    two?.news()
    files.remove(file)
    expect(two?.news()).toEqual([])
    one?.news()
    one?.append(2, line('b'))
    expect(whys(two?.news() ?? [])).toEqual(['b'])
  })
})

describe('a disk that takes nothing', () => {
  test('lines wait, bounded, and are written in order when it works again', () => {
    const { files, all } = journals('one', 'two')
    const [one, two] = all
    files.fail('ENOSPC')
    for (let n = 1; n <= 1003; n++) one?.append(n, line(`${n}`))
    expect(one?.waiting()).toBe(1000)
    expect(one?.problem()).toContain('1000 lines wait to be written (the disk is full, ENOSPC), 3 were given up')
    files.fail(null)
    expect(one?.retry()).toBe(true)
    expect(whys(two?.news() ?? [])).toEqual(Array.from({ length: 1000 }, (_, at) => `${at + 4}`))
    expect(one?.problem()).toBe('3 lines could not be written and were given up')
  })
})
