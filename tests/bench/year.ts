import { statSync } from 'node:fs'
import type { DomainEvent } from '../../src/core/event.ts'
import { type VirtualClock, virtualClock } from '../../src/rehearse/virtual-clock.ts'
import { reduceNight } from '../../src/runtime/keep/reduce.ts'
import { usualKeep } from '../../src/runtime/keep/setting.ts'
import { openUserStore } from '../../src/runtime/files/user-store.ts'
import { value } from '../store/bench.ts'
import { linesOf, placeOf } from '../support/folder-store.ts'
import { asked, builtinPolicies, event, openWorld, submitted, type World } from './world.ts'

const nights = 3
const nightsOfYear = 250
const year = 365 * 86_400_000
/** A store with its tables and without a night, about; bytes. */
const emptySize = 120_000
const second = 1000
/** A step of the model with its tool call, in seconds; a night has eight hours. */
const step = 15
const steps = (8 * 3600) / step
const stepsOfTurn = 12

const words = 'the parser reads each line of a file and says what it found in it with its place and a hint '

/** A text as a model or a tool writes it, of about so many characters, that comes only once. */
const prose = (length: number, n: number): string =>
  Array.from({ length: Math.ceil(length / words.length) }, (_none, at) => `${n}.${at} ${words}`).join('\n')

/** What one step of a model brings: most often a file is read or written, or a command is run. */
function eventsOfStep(n: number): DomainEvent[] {
  const call = { call: `call${n}` }
  const message = `message${n}`
  const progress = { message, finish: 'tool-calls', calls: 1, progress: true, tokens: 40_000, cost: 0.05 }
  const closed = event('step.ended', progress)
  const [tool, fields, length] = toolOf(n)
  const called = event('tool.called', { ...call, tool, ...fields })
  const finished = event('tool.finished', {
    ...call,
    tool,
    ok: true,
    changed: tool === 'edit',
    output: prose(length, n),
    ...fields,
  })
  return [called, finished, event('context.requested', { purpose: 'agent' }), closed]
}

function toolOf(n: number): [string, object, number] {
  const path = `src/part${n % 40}/file${n % 7}.ts`
  switch (n % 3) {
    case 0:
      return ['bash', { command: `npx vitest run tests/part${n % 40}.test.ts` }, 3000]
    case 1:
      return ['read', { paths: [path] }, 8000]
    default:
      return ['edit', { paths: [path] }, 200]
  }
}

const endedBy = (message: string, text: string): DomainEvent =>
  event('turn.ended', { message, text, finish: 'stop', calls: 1 })

function playNight(world: World, clock: VirtualClock, night: number): void {
  const root = world.session(`ses_${night}`)
  const handle = (one: DomainEvent): void => {
    world.runtime.handle(root, one)
  }
  for (let at = 0; at < steps; at++) {
    const n = night * steps + at
    clock.pass(step * second)
    for (const one of eventsOfStep(n)) handle(one)
    if (at % 100 === 50) handle(asked(`git push origin part${n}`))
    if (at % 150 === 75) handle(submitted(`${prose(200, n)}?`))
    if (at % stepsOfTurn === stepsOfTurn - 1) handle(endedBy(`message${n}`, prose(1500, n)))
  }
}

/** What a year takes on the disk, by a few nights that are played, and what is left of them after their time. */
export async function yearLine(): Promise<string> {
  const clock = virtualClock(Date.parse('2026-01-01T22:00:00Z'), 'UTC')
  const world = openWorld(await builtinPolicies(), undefined, clock)
  try {
    const sizes: number[] = []
    for (let night = 0; night < nights; night++) {
      playNight(world, clock, night)
      clock.pass(16 * 3600 * second)
      sizes.push(sizeOf(world))
    }
    const lines = linesOf(world.folder, 'ses_1').length
    const whole = ((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)) / (nights - 1)
    const left = (reducedSize(world) - emptySize) / nights
    const kept = Math.round((nightsOfYear * usualKeep) / year)
    const sum = kept * whole + (nightsOfYear - kept) * left
    return row(sum, whole, lines)
  } finally {
    world.close()
  }
}

/** The file after all that waits in the log is written into it. */
function sizeOf({ folder }: Pick<World, 'folder'>): number {
  const store = value(openUserStore(placeOf(folder), 'bench'))
  value(store.tidy())
  store.close()
  return statSync(placeOf(folder).database).size
}

function reducedSize({ folder }: World): number {
  const store = value(openUserStore(placeOf(folder), 'bench'))
  for (const name of value(store.olderThan(Number.MAX_SAFE_INTEGER)))
    for (let isEmpty = false; !isEmpty; ) {
      const done = value(reduceNight(store, name, 1000))
      isEmpty = typeof done === 'string' || done.result === 'behind' || done.isEmpty
    }
  store.close()
  return sizeOf({ folder })
}

function row(sum: number, whole: number, lines: number): string {
  const cells = [
    `a year of ${nightsOfYear} nights of 8 h, kept 90 days`,
    megabytes(sum),
    '',
    `one night ${megabytes(whole)}, ${lines.toLocaleString('en')} lines`,
    `${Math.round(whole / lines)} bytes a line`,
    `at most 500 MB: ${sum <= 500e6 ? 'met' : 'NOT MET'}`,
  ]
  return `| ${cells.join(' | ')} |`
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
