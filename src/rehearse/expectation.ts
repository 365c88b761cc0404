import type { Expectation, Some } from './case.ts'
import type { DecisionEntry, LogEntry } from './log-entry.ts'

/** What a step left behind. */
export interface StepResult {
  entries: readonly LogEntry[]
  /** The entries as the golden file writes them. */
  text: string
  run: string
  records: number
  file: (path: string) => string | null
  /** The event that the step itself is; null if it only lets time pass. */
  main: string | null
}

/** What does not hold, in words; empty if all does. */
export function unmet(expected: Expectation, result: StepResult): string[] {
  const decisions = result.entries.filter((entry): entry is DecisionEntry => 'event' in entry)
  const first = decisions.find(({ event }) => result.main === null || event === result.main) ?? decisions[0]
  const found: string[] = []
  const check = (what: string, holds: boolean): void => {
    if (!holds) found.push(`expected ${what}`)
  }
  const line = squeezed(result.text)
  if (expected.verdict !== undefined) check(`verdict ${expected.verdict}`, first?.verdict === expected.verdict)
  if (expected.by !== undefined) check(`by ${expected.by}`, first?.by === expected.by)
  for (const rule of list(expected.rules))
    check(
      `rule ${rule}`,
      decisions.some(({ rules }) => rules.some((one) => one === rule || one.startsWith(`${rule} (dropped`))),
    )
  const prompts = result.entries.filter((entry) => 'sent' in entry).length
  if (expected.prompts !== undefined) check(`${expected.prompts} prompts, got ${prompts}`, prompts === expected.prompts)
  if (expected.run !== undefined) {
    const wanted = expected.run
    const fits =
      result.run === wanted || result.run.startsWith(`${wanted} (`) || decisions.some(({ run }) => run === wanted)
    check(`run ${wanted}, got ${result.run}`, fits)
  }
  for (const text of list(expected.says)) check(`text "${text}"`, line.includes(squeezed(text)))
  for (const text of list(expected.not)) check(`no text "${text}"`, !line.includes(squeezed(text)))
  if (expected.records !== undefined)
    check(`${expected.records} records, got ${result.records}`, result.records === expected.records)
  for (const [path, parts] of Object.entries(expected.file ?? {})) {
    for (const part of list(parts)) check(`"${part}" in ${path}`, hasPart(result.file(path), part))
  }
  if (expected.effects !== undefined) {
    const effects = (first?.effects ?? []).map(({ effect }) => effect)
    check(`effects ${JSON.stringify(expected.effects)}`, JSON.stringify(effects) === JSON.stringify(expected.effects))
  }
  return found
}

const list = (some: Some<string> | undefined): string[] => (some === undefined ? [] : [some].flat())
const squeezed = (text: string): string => text.replace(/\s+/g, ' ')

/** A part of a file, or of its JSON without white space. */
function hasPart(text: string | null, part: string): boolean {
  if (text === null) return false
  return text.includes(part) || text.replace(/(?<=[{[,:])\s+|\s+(?=[}\]])/g, '').includes(part)
}
