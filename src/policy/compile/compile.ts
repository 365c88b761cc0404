import type { Json } from '../../core/event.ts'
import type { Clearing, Fact, Policy, Rule, Slot } from '../../core/policy.ts'
import { clearings, events, type FactSource, type MemoryKind } from '../../core/vocabulary.ts'
import { type GateReader, gateReader } from './gate.ts'
import { compileLimit, compileWarning } from './limit.ts'
import { compileStep, kindsFor } from './step.ts'
import { type TextCompiler, textCompiler } from './text.ts'
import { type ConstantReader, constantReader } from './constants.ts'
import type { Fault } from '../problems/fault.ts'
import { limitSlots } from './limit-slots.ts'
import { meaningOf } from './meaning.ts'
import { readParam, shownParam } from './params.ts'
import type { Problem } from '../problems/problem.ts'
import { compileKind } from '../records/compile-kind.ts'
import { impliedRules } from '../records/implied-rules.ts'
import { kindOfRule } from '../records/named-kind.ts'
import type { ResolvedDocument } from '../layers/resolve.ts'
import type { FactDocument, ParamDocument, SlotDocument } from '../schema/parts.ts'
import type { RuleDocument } from '../schema/rule.ts'
import { specOfStep } from './step-name.ts'
import type { Path, Place } from '../yaml/tree.ts'

const defaultOrder = 50
/** How many entries a slot keeps that does not say so. */
export const defaultEntries = 1000

export interface Compiled {
  /** Null if there are problems. */
  policy: Policy | null
  problems: Problem[]
}

/**
 * Makes a resolved document ready to be evaluated. It needs neither the files nor a parser, so that stored
 * documents and those of the build can be compiled wherever the engine runs.
 */
export function compileDocument(document: ResolvedDocument, locate?: (path: Path) => Place): Compiled {
  const faults: Fault[] = []
  const policy = compile(document, faults, false)
  const place = locate ?? (() => ({ file: document.name, line: 0, column: 0 }))
  const problems = faults.map(
    ({ path, code, message }): Problem => ({ code, severity: 'error', message, ...place(path) }),
  )
  return { policy: problems.length > 0 ? null : policy, problems }
}

/**
 * The same for a document that was compiled without a fault before, such as when the plugin was built: each rule waits
 * until somebody asks for it, so that a start does not pay for rules that are not needed yet.
 */
export function compileKnown(document: ResolvedDocument): Policy {
  return compile(document, [], true)
}

type RuleCompiler = (
  document: ResolvedDocument,
  rule: RuleDocument,
  head: RuleHead,
  path: Path,
  compiler: TextCompiler,
) => Rule
type RuleHead = Omit<Rule, 'when' | 'steps'>

/** With `whenAsked` rules and gates wait until somebody asks for them. */
function compile(document: ResolvedDocument, faults: Fault[], whenAsked: boolean): Policy {
  const ruleOf = whenAsked ? ruleWhenAsked : compileRule
  const declared = document.params ?? {}
  const params = mapValues(declared, (param, name) => paramValue(name, param, faults))
  const compiler = textCompiler(document.conditions ?? {}, document.templates ?? {}, faults)
  const constants = constantReader(params, faults)
  const gates = gateReader(document, compiler, whenAsked)
  const policy = {
    name: document.name,
    order: document.order ?? defaultOrder,
    mode: document.mode ?? ('enforce' as const),
    active: gates.ofPolicy,
    params,
    shown: mapValues(declared, (param, name) => shownParam(param, params[name] ?? null)),
    memory: {
      ...mapValues(document.memory ?? {}, (slot, name) => compileSlot(slot, ['memory', name], constants)),
      ...mapValues(limitSlots(document.rules), ({ slot, bySession, path }) => ({
        ...compileSlot(slot, path, constants),
        bySession,
      })),
    },
    facts: mapValues(document.facts ?? {}, (fact, name) => compileFact(fact, ['facts', name], constants, compiler)),
    records: mapValues(document.records ?? {}, (kind, name) =>
      compileKind(kind, ['records', name], constants, compiler),
    ),
    commands: mapValues(document.commands ?? {}, ({ description, actions, words, prompt }) => ({
      description,
      actions: actions ?? [],
      words: words ?? null,
      prompt: prompt ?? null,
    })),
    project: document.project?.file ?? null,
    rules: [...document.rules, ...impliedRules(document)].map((rule, index) => {
      const path = ['rules', index]
      return ruleOf(document, rule, headOf(document, rule, path, { constants, compiler, gates }), path, compiler)
    }),
  }
  let meaning: string | null = null
  return {
    ...policy,
    // Only the hash of a set asks for it, and a host that starts should not wait for that.
    get meaning() {
      meaning ??= meaningOf(policy, { locked: document.locked ?? false })
      return meaning
    },
  }
}

function paramValue(name: string, param: ParamDocument, faults: Fault[]): Json {
  const read = readParam(param)
  if (read.ok) return read.value
  faults.push({
    path: ['params', name, 'default'],
    code: 'param-value',
    message: `Cannot set the param "${name}": ${read.message}`,
  })
  return null
}

const initialValues: Record<MemoryKind, Json> = {
  flag: false,
  value: null,
  enum: null,
  counter: 0,
  set: [],
  map: {},
  window: [],
  list: [],
}

function compileSlot(slot: SlotDocument, path: Path, constants: ConstantReader): Slot {
  const first = slot.kind === 'enum' ? (slot.values?.[0] ?? null) : initialValues[slot.kind]
  return {
    kind: slot.kind,
    scope: slot.scope ?? 'session',
    initial: slot.initial === undefined ? first : constants.value(slot.initial, [...path, 'initial']),
    values: slot.values ?? null,
    span: slot.span === undefined ? null : constants.duration(slot.span, [...path, 'span']),
    max: slot.max ?? defaultEntries,
    key: slot.key ?? null,
    bySession: false,
    clears: [slot.clears ?? []].flat().filter(isClearing),
  }
}

const isClearing = (word: string): word is Clearing =>
  Object.hasOwn(events, word) || clearings.some((each) => each === word)

function compileFact(fact: FactDocument, path: Path, constants: ConstantReader, { expression }: TextCompiler): Fact {
  // Which commands are meant is known before any event, so that they are seen to end.
  if ('proof' in fact)
    return { source: 'proof', arguments: { of: constants.commands(fact.proof.of, [...path, 'proof', 'of']) } }
  const [source, given] = sourceOf(fact)
  return {
    source,
    arguments: mapValues(given, (each, name) => expression(each ?? null, [...path, source, name])),
  }
}

function sourceOf(fact: Exclude<FactDocument, { proof: unknown }>): [FactSource, Record<string, Json | undefined>] {
  if ('records' in fact) return ['records', fact.records]
  if ('file' in fact) return ['file', fact.file]
  if ('files' in fact) return ['files', fact.files]
  if ('grants' in fact) return ['grants', fact.grants]
  if ('answers' in fact) return ['answers', fact.answers]
  if ('git' in fact) return ['git', fact.git]
  return 'todos' in fact ? ['todos', fact.todos] : ['own', fact.own]
}

const compileRule: RuleCompiler = (document, rule, head, path, compiler) => ({
  ...head,
  when: rule.when === undefined ? null : compiler.expression(rule.when, [...path, 'when']),
  steps: rule.then.map((step, index) =>
    compileStep(step, [...path, 'then', index], compiler, kindsFor(document, rule)),
  ),
})

const ruleWhenAsked: RuleCompiler = (document, rule, head, path, compiler) => {
  let whole: Rule | null = null
  const made = (): Rule => {
    whole ??= compileRule(document, rule, head, path, compiler)
    return whole
  }
  return {
    ...head,
    get when() {
      return made().when
    },
    get steps() {
      return made().steps
    },
  }
}

function headOf(
  document: ResolvedDocument,
  rule: RuleDocument,
  path: Path,
  { constants, compiler, gates }: { constants: ConstantReader; compiler: TextCompiler; gates: GateReader },
): RuleHead {
  return {
    id: `${document.name}/${rule.id}`,
    description: rule.description ?? null,
    events: rule.events,
    kind: kindOfRule(document, rule),
    gates: gates.of(rule),
    fallback: rule.fallback ?? false,
    limit: rule.limit === undefined ? null : compileLimit(rule, rule.limit, [...path, 'limit'], constants, compiler),
    warn: compileWarning(rule, path, compiler),
    mode: rule.mode ?? 'enforce',
    because: rule.because ?? null,
    answers: rule.then.some((step) => specOfStep(step).answers),
  }
}

function mapValues<From, To>(
  given: Record<string, From>,
  change: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value, key)]))
}
