import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactPatterns } from '../../src/core/operators/shell/exact.ts'
import { readLine } from '../../src/core/operators/shell/line.ts'
import { uncoveredWords } from '../../src/core/operators/shell/uncovered.ts'
import { quotedLine, valuesIn } from '../fuzz/quoted.ts'

/** The words that a real shell reads in each line, which it only prints. */
function wordsBySh(lines: readonly string[]): string[][] {
  const script = lines.map((words) => `set -- ${words}\nprintf '%s\\000' "$#" "$@"`).join('\n')
  const { stdout, status } = spawnSync('sh', ['-f'], { input: script, encoding: 'utf8' })
  expect(status).toBe(0)
  const all = stdout.split('\0')
  const read: string[][] = []
  for (let at = 0; at < all.length - 1; at += 1 + Number(all[at]))
    read.push(all.slice(at + 1, at + 1 + Number(all[at])))
  return read
}

test('what is quoted is one word of the same value, for our reader of shell lines as for a shell', () => {
  const samples: { words: string[]; written: string }[] = []
  fc.assert(
    fc.property(quotedLine, ({ words, written }) => {
      const { complete, understood, commands } = readLine(`printf ${written}`)
      expect([complete, understood, commands.length]).toEqual([true, true, 1])
      expect(valuesIn(`printf ${written}`)).toEqual(['printf', ...words])
      samples.push({ words, written })
    }),
    { numRuns: 1000 },
  )
  const some = samples.slice(0, 300)
  expect(wordsBySh(some.map(({ written }) => written))).toEqual(some.map(({ words }) => words))
})

test('a pattern that is suggested for a line has its words, for our reader as for a shell', () => {
  const patterns: { words: string[]; pattern: string }[] = []
  fc.assert(
    fc.property(quotedLine, ({ words, written }) => {
      const exact = exactPatterns(`npm ${written}`, [])
      if (exact.is !== 'patterns') return
      for (const pattern of exact.patterns) {
        expect(valuesIn(pattern)).toEqual(['npm', ...words])
        patterns.push({ words: ['npm', ...words], pattern })
      }
    }),
    { numRuns: 1000 },
  )
  expect(patterns.length).toBeGreaterThan(50)
  const some = patterns.slice(0, 300)
  expect(wordsBySh(some.map(({ pattern }) => pattern))).toEqual(some.map(({ words }) => words))
})

test('a pattern that explain names would cover the line, and it stands there as one text of JSON', () => {
  fc.assert(
    fc.property(quotedLine, ({ written }) => {
      const line = `npm ${written}`
      const reason = uncoveredWords(line, [])
      const [, named] = /; (".*") as a pattern would cover this (?:line|command)$/s.exec(reason ?? '') ?? []
      if (named === undefined) return
      const pattern: unknown = JSON.parse(named)
      expect(typeof pattern === 'string' && uncoveredWords(line, [pattern])).toBeNull()
    }),
    { numRuns: 500 },
  )
})
