import { writeSync } from 'node:fs'
import { placeIn } from '../../src/store/place.ts'
import type { Commit } from '../../src/store/store.ts'
import { line, open, project, record, value } from './bench.ts'

/**
 * Commits until it is killed: `writer.mjs FOLDER NAME [COUNT]`. Each commit writes two lines to a tree of its own, one
 * to a tree of all, an entry and a word for the page; then its number is printed.
 */
const [folder = '', name = '', most = 'Infinity'] = process.argv.slice(2)
const store = open(placeIn(folder), name)
const one = project(store)
const times: number[] = []
for (let count = 1; count <= Number(most); count += 1) {
  const begun = performance.now()
  while (!commit(count));
  times.push(performance.now() - begun)
  writeSync(1, `${count}\n`)
}
value(store.close())
times.sort((one, other) => one - other)
const share = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(3)
writeSync(1, `median ${share(0.5)} p99 ${share(0.99)} max ${share(0.9999)}\n`)

function commit(count: number): boolean {
  const { revision, next } = value(one.shared())
  const body = { name, count, text: 'x'.repeat(400) }
  const given: Commit = {
    trees: [
      { root: name, after: null, lines: [line(body), line(body)], ...(count % 10 === 0 && { snapshot: '{}' }) },
      { root: 'all', after: null, lines: [line({ name, count })] },
    ],
    revision,
    records: [record(next('b'), { root: name, body: JSON.stringify({ name, count }) })],
  }
  return value(one.commit(given)).result === 'done'
}
