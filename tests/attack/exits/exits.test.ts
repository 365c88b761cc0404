import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acts } from '../../cli/hostile-texts.ts'
import { memoryIo } from '../../support/memory-io.ts'
import { projectFolder } from '../../support/project-folder.ts'
import { runProgram } from '../../../src/cli/program.ts'
import { bodyMaker } from '../../../src/notify/body.ts'
import { jsonOf, noticeOf } from '../../../src/notify/notice.ts'
import type { Occasion } from '../../../src/notify/occasion.ts'
import { digest } from '../../../src/runtime/files/node-digest.ts'
import { builtinPolicies, event, openWorld } from '../../bench/world.ts'
import { lookAlikes } from '../../runtime/secrets/look-alikes.ts'
import { placesOfTexts } from './entries.ts'
import { commandsOverNights, type Exit, type Night, nightOf, readNoNight } from './night.ts'
import { planting, variants, type Variant } from './texts.ts'

const nights = new Map<Variant, Night>()
beforeAll(async () => {
  for (const variant of variants) nights.set(variant, await nightOf(variant))
})
afterAll(() => {
  for (const night of nights.values()) night.close()
})

function nightWith(variant: Variant): Night {
  const night = nights.get(variant)
  if (night === undefined) throw new Error(`There is no night with ${variant}`)
  return night
}
/**
 * A model gets what it wrote as it is, and so does whoever takes a night over; notices and the log are made visible where
 * OpenCode gets them, and the page where it draws them.
 */
const reachesAScreen = ({ by, name }: Exit): boolean =>
  by === 'terminal' || (by === 'data' && !name.startsWith('export')) || (by === 'file' && /\.(?:md|html)$/.test(name))
const named = ({ by, name }: Exit): string => `${by}: ${name}`

describe('texts of others', () => {
  test('enter by each place of the vocabulary that has one', () => {
    const { planting } = nightWith('secrets')
    expect(placesOfTexts().filter((place) => !planting.places().includes(place))).toEqual([])
    expect(placesOfTexts().length).toBeGreaterThan(45)
  })

  test('leave by each command, or it is said why not', async () => {
    const io = memoryIo(projectFolder({}))
    await runProgram(['--help'], '0.1.0', io)
    const commands = [...io.output().matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name = '']) => name)
    expect(commands.length).toBeGreaterThan(20)
    const known = [...Object.keys(commandsOverNights), ...readNoNight, 'help']
    expect(commands.filter((name) => !known.includes(name))).toEqual([])
  })

  test('leave as no secret, by whatever way they came', () => {
    const { exits, planting } = nightWith('secrets')
    const left = exits.flatMap((exit) => planting.leftIn(exit.text).map(({ place }) => `${named(exit)} <- ${place}`))
    expect([...new Set(left)]).toEqual([])
    for (const by of ['answer', 'notify', 'instructions', 'terminal', 'data', 'page', 'file'] as const)
      expect([by, exits.some((exit) => exit.by === by && exit.text.includes('readable-'))]).toEqual([by, true])
  })

  test('leave with no character that acts, hides or turns', () => {
    const { exits } = nightWith('controls')
    const acting = exits.filter(reachesAScreen).flatMap((exit) => {
      const found = acts.exec(exit.text)
      return found === null
        ? []
        : [
            `${named(exit)} U+${found[0].codePointAt(0)?.toString(16)} in ${JSON.stringify(exit.text.slice(Math.max(0, found.index - 60), found.index + 20))}`,
          ]
    })
    expect(acting).toEqual([])
  })

  test('leave cut, but for a night that is taken over whole', () => {
    const { exits } = nightWith('long')
    const long = exits.filter(({ by, name, text }) => by !== 'file' && !name.startsWith('export') && text.length > most)
    expect(long.map((exit) => `${named(exit)} ${exit.text.length}`)).toEqual([])
  })
})

/** Of one text that leaves, in characters: many places of 20,000 each entered. */
const most = 300_000

test('secrets of others leave by no notice', () => {
  const { plant: secrets, named: name, leftIn } = planting('secrets')

  const occasions = (said: readonly string[]): Occasion[] => [
    { kind: 'stopped', reason: 'done', detail: secrets('detail of a stop'), said },
    { kind: 'blocked', detail: secrets('detail of a block'), said },
    { kind: 'stalled', isOver: true, detail: secrets('detail of a stall'), said },
    { kind: 'hard', entry: 'b1', question: secrets('question of a notice'), said },
    { kind: 'waiting', request: 'p1', subject: secrets('subject of a notice'), until: 1, said },
    { kind: 'tampered', file: name('file of a notice'), change: 'edited', said },
  ]
  const scene = {
    at: 1,
    directory: `/home/me/${name('folder of a notice')}`,
    session: 'ses_1',
    name: secrets('title of a notice'),
    zone: 'UTC',
  }
  const notices = [...occasions([]), ...occasions([secrets('words of a policy')])].map((one) =>
    noticeOf(one, scene, digest),
  )
  const sent = notices.flatMap((notice) => [
    jsonOf(notice),
    ...(['slack', 'discord', 'ntfy', 'json', '{{title}} {{text}} {{name}}'] as const).map((body) =>
      JSON.stringify(bodyMaker(body)(notice)),
    ),
  ])
  expect(leftIn(sent.join('\n'))).toEqual([])
  expect(sent.join('\n')).toContain('readable-detail-of-a-stop')
})

test('what only looks like a secret stays readable in the page and the report', async () => {
  const other = openWorld(await builtinPolicies())
  try {
    const some = lookAlikes.filter((text) => text.length < 80 && /^[\w./:@ -]+$/.test(text)).slice(0, 24)
    for (const [at, text] of some.entries())
      other.runtime.handle(
        other.session('ses_1'),
        event('permission.asked', { request: `p${at}`, permission: 'bash', command: `echo ${text}` }),
      )
    other.runtime.flush()
    const page = readFileSync(join(other.folder, 'blockers.md'), 'utf8')
    expect(page).not.toContain('[REDACTED:')
  } finally {
    other.close()
  }
})
