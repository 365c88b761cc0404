import type { EventOf, Json } from './event.ts'
import { provenBy } from './operators/shell/proof.ts'
import type { Change, Proofs } from './state.ts'

type ProofChange = Extract<Change, { change: `proof.${string}` }>

/**
 * What a tool call means for the commands that must end well. A file that is written makes void what was shown before
 * and what is running now; what the last command of a pattern came to is the word on that pattern.
 */
export function proofOf(
  wanted: readonly string[],
  { shown, running }: Proofs,
  event: EventOf<'tool.called'> | EventOf<'tool.finished'> | EventOf<'files.changed'>,
  at: number,
): ProofChange[] {
  if (wanted.length === 0) return []
  const isSome = Object.keys(shown).length + Object.keys(running).length > 0
  if (event.type === 'files.changed')
    return isSome ? [{ change: 'proof.outdated', but: ownOf(event.calls, shown) }] : []
  const patterns = event.command === null ? [] : provenBy(event.command, wanted)
  if (event.type === 'tool.called') return patterns.length === 0 ? [] : [{ change: 'proof.begun', call: event.call }]
  const { call, command, wrote, workdir, exit } = event
  const outdated: ProofChange[] = wrote.length > 0 && isSome ? [{ change: 'proof.outdated', but: [] }] : []
  // What it writes itself, such as a report, does not speak against a command.
  const wasOutrun = running[call] === true
  if (command === null || patterns.length === 0) return outdated
  const ok = exit === 0 && workdir === null && !wasOutrun
  return [...outdated, { change: 'proof.ended', call, patterns, command, ok, at }]
}

/** The calls that have written files of their own, if nothing else ran beside them: nobody knows which of several wrote. */
const ownOf = (calls: readonly string[], shown: Proofs['shown']): string[] => {
  const known = new Set(Object.values(shown).map(({ call }) => call))
  return calls.every((call) => known.has(call)) ? [...calls] : []
}

export function foldProof({ shown, running }: Proofs, change: ProofChange): Proofs {
  switch (change.change) {
    case 'proof.begun':
      return { shown, running: { ...running, [change.call]: false } }
    case 'proof.ended': {
      const { call, patterns, command, ok, at } = change
      const others = Object.entries(shown).filter(([pattern]) => !patterns.includes(pattern))
      const now = ok ? patterns.map((pattern) => [pattern, { command, call, at }] as const) : []
      const still = Object.entries(running).filter(([each]) => each !== call)
      return { shown: Object.fromEntries([...others, ...now]), running: Object.fromEntries(still) }
    }
    case 'proof.outdated':
      return {
        shown: Object.fromEntries(Object.entries(shown).filter(([, { call }]) => change.but.includes(call))),
        running: Object.fromEntries(Object.keys(running).map((call) => [call, true])),
      }
  }
}

/** The fact `proof`: which of the patterns are shown, by which commands, and since when all that is shown stands. */
export function proofFact({ shown }: Proofs, of: Json): Json {
  const patterns = Array.isArray(of) ? of.filter((pattern) => typeof pattern === 'string') : []
  const found = patterns.flatMap((pattern) => shown[pattern] ?? [])
  return {
    missing: patterns.filter((pattern) => shown[pattern] === undefined),
    shown: [...new Set(found.map(({ command }) => command))],
    at: found.length === 0 ? null : Math.max(...found.map(({ at }) => at)),
  }
}
