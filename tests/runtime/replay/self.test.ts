import { readFileSync } from 'node:fs'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { createSources } from '../../../src/cli/sources.ts'
import { readCase } from '../../../src/policy/case.ts'
import { writeYaml } from '../../../src/policy/write-yaml.ts'
import type { Case } from '../../../src/runtime/rehearse/case.ts'
import { casePolicies } from '../../../src/runtime/rehearse/case-policies.ts'
import { rehearse } from '../../../src/runtime/rehearse/rehearse.ts'
import { readJournal } from '../../../src/runtime/replay/read-journal.ts'
import { type Replayed, replay } from '../../../src/runtime/replay/replay.ts'

const root = process.cwd()
const cases = globSync('tests/policies/phases/*.yaml', { cwd: root })
  .filter((file) => !file.endsWith('.golden.yaml') && /^steps:/m.test(readFileSync(file, 'utf8')))
  .sort()

/** Runs a case and replays every journal that it left under the same policies. */
function selfCheck(file: string): Replayed[] {
  const { find } = createSources(root)
  const { test: read } = readCase({ name: file, text: readFileSync(file, 'utf8') })
  if (read === null) throw new Error(`${file} cannot be read`)
  const given = read as Case
  const policies = casePolicies(given, file, find)
  const { files } = rehearse(given, policies, writeYaml)
  const journals = [...files].filter(([path]) => path.endsWith('.jsonl'))
  return journals.flatMap(([, text]) => [
    ...replay(readJournal(text).lines, {
      find: (hash) => (hash === policies.hash ? policies : 'gone'),
      against: null,
      zone: given.zone ?? 'UTC',
      mode: 'serve',
      directory: '/project',
    }),
  ])
}

test.each(cases)('%s is replayed as it was', (file) => {
  const replayed = selfCheck(file)
  expect(replayed.filter(({ result }) => result === 'different')).toEqual([])
  console.log(
    file,
    replayed.length,
    replayed
      .filter(({ result }) => result === 'uncertain')
      .map((r) => [r.line, r.event.type, ...r.doubts, JSON.stringify(r.differences)].join(' '))
      .join('\n'),
  )
})
