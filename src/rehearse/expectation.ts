import type { DomainEvent, EventType } from '../core/event.ts'
import { type EventSpec, events } from '../core/vocabulary.ts'
import type { Expectation } from '../policy/cases/schema.ts'
import type { Decided } from '../runtime/options.ts'
import { ruleWords } from './log-entry.ts'

/** What a step left behind. */
export interface StepResult {
  /** The decisions of the step, in order. */
  decided: readonly Decided[]
  /** What happened, as the golden file writes it. */
  text: string
  /** Prompts that left. */
  prompts: number
  /** The run at the end of the step, such as `stopped (done)`. */
  run: string
  /** Records in all sessions together. */
  records: number
  file: (path: string) => string | null
  /** The event that the step itself is; null if it only lets time pass or changes the world. */
  main: EventType | null
}

/** What does not hold, in words; empty if all does. */
type Check<Wanted> = (wanted: Wanted, result: StepResult) => string[]

type Wanted = Required<Expectation>

/** What each expectation is held against; one without its check does not compile. */
const checks: { [Name in keyof Wanted]: Check<Wanted[Name]> } = {
  verdict: (wanted, result) => {
    const outcome = lastOf(result)?.decision.verdict.outcome ?? 'nothing that asks for one'
    return unless(outcome === wanted, `verdict ${wanted}, got ${outcome}`)
  },
  by: (wanted, result) => {
    const by = lastOf(result)?.decision.verdict.by ?? 'no rule'
    return unless(by === wanted, `by ${wanted}, got ${by}`)
  },
  rules: (wanted, { decided }) =>
    list(wanted).flatMap((rule) =>
      unless(
        decided.some((one) => hasMatched(one, rule)),
        `rule ${rule}`,
      ),
    ),
  effects: (wanted, result) => {
    const effects = (firstOf(result)?.decision.effects ?? []).map(({ effect }) => effect)
    return unless(isSame(effects, wanted), `effects ${JSON.stringify(wanted)}, got ${JSON.stringify(effects)}`)
  },
  prompts: (wanted, { prompts }) => unless(prompts === wanted, `${wanted} prompts, got ${prompts}`),
  records: (wanted, { records }) => unless(records === wanted, `${wanted} records, got ${records}`),
  run: (wanted, { run }) => unless(run === wanted || run.startsWith(`${wanted} (`), `run ${wanted}, got ${run}`),
  says: (wanted, { text }) =>
    list(wanted).flatMap((part) => unless(squeezed(text).includes(squeezed(part)), `text "${part}"`)),
  not: (wanted, { text }) =>
    list(wanted).flatMap((part) => unless(!squeezed(text).includes(squeezed(part)), `no text "${part}"`)),
  file: (wanted, { file }) =>
    Object.entries(wanted).flatMap(([path, parts]) =>
      list(parts).flatMap((part) =>
        unless(hasPart(file(path), part), `"${part}" in ${path}, ${contentOf(file(path))}`),
      ),
    ),
}

const names = Object.keys(checks).filter((name): name is keyof Expectation => Object.hasOwn(checks, name))

/** What does not hold of an expectation at the end of its step, in words; empty if all does. */
export function unmet(expected: Expectation, result: StepResult): string[] {
  return names.flatMap((name) => check(name, expected[name], result)).map((words) => `expected ${words}`)
}

function check<Name extends keyof Wanted>(name: Name, wanted: Wanted[Name] | undefined, result: StepResult): string[] {
  return wanted === undefined ? [] : checks[name](wanted, result)
}

/** The rules that a step is expected to see match. */
export function expectedRules({ by, rules }: Expectation): string[] {
  return [...new Set([...(by === undefined ? [] : [by]), ...list(rules ?? [])])]
}

/** `rule` may say more, as the golden file does: `policy/rule (observed: deny)`. */
export const hasMatched = ({ decision }: Decided, rule: string): boolean =>
  decision.trace.some((one) => {
    const words = one.outcome === 'not-matched' ? '' : ruleWords(one)
    return words === rule || words.startsWith(`${rule} (dropped`)
  })

/** The event that the step is; where time passes, the first that it brings. */
const firstOf = ({ decided, main }: StepResult): Decided | undefined =>
  main === null ? decided[0] : decided.find(({ event }) => event.type === main)

/** The same request may be decided again within a step, such as where nobody is waited for. */
function lastOf(result: StepResult): Decided | undefined {
  const first = firstOf(result)
  if (result.main === null) return result.decided.findLast(({ event }) => verdictsOf(event.type).length > 0)
  return result.decided.findLast(
    ({ event, session }) =>
      event.type === result.main && session === first?.session && requestOf(event) === requestOf(first.event),
  )
}

const verdictsOf = (type: EventType): readonly string[] => {
  const spec: EventSpec = events[type]
  return spec.verdicts ?? []
}

const requestOf = (event: DomainEvent): string | null => ('request' in event ? event.request : null)

const unless = (holds: boolean, words: string): string[] => (holds ? [] : [words])
const list = (some: string | string[]): string[] => [some].flat()
const squeezed = (text: string): string => text.replace(/\s+/g, ' ')
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others)

/** What stands there instead: a page is what its author looks at next. */
function contentOf(text: string | null): string {
  if (text === null) return 'which is not there'
  if (text === '') return 'which is empty'
  return `which has\n${text.length > mostOfFile ? `${text.slice(0, mostOfFile)} …` : text.trimEnd()}`
}

const mostOfFile = 2000

/** A part of a file, or of its JSON without white space. */
function hasPart(text: string | null, part: string): boolean {
  if (text === null) return false
  return text.includes(part) || text.replace(/(?<=[{[,:])\s+|(?<!\s)\s+(?=[}\]])/g, '').includes(part)
}
