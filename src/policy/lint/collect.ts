import type { EventType, Json } from '../../core/event.ts'
import { checkText, type TextCheck } from '../../core/template/template.ts'
import { isStepName, runLimits, type StepName, stepSpec } from '../../core/vocabulary.ts'
import { kindsFor, textJson } from '../compile/step.ts'
import { isTextForm } from '../compile/text.ts'
import { endsRun } from '../compile/limit-form.ts'
import type { ResolvedDocument } from '../layers/resolve.ts'
import type { Path } from '../yaml/tree.ts'
import { conditionName, isMap } from '../write-out.ts'
import { type Certain, certainIfTrue, nothingCertain } from './certain.ts'
import type { LintContext, Places, Reference, TextUse, WrittenRecord } from './context.ts'
import { calledFields, entryType } from './record-types.ts'
import { declaredIn, recordScope, ruleScope, type Scope } from './scope.ts'
import { sitesOf } from './sites.ts'
import { typeOf } from './type-of.ts'
import { anyType, mapType, orNull, stringType, type Type } from './types.ts'
import { type Visited, visitExpression } from './visit.ts'

const failureName: Record<string, Type> = { failure: orNull(stringType) }

/** By which limit a run ends. */
const reachedName: Record<string, Type> = { reached: { ...stringType, values: [...runLimits] } }

/** Walks through a document once and notes what stands where, for all checks. */
export function collect(document: ResolvedDocument, places: Places, file: string): LintContext {
  const conditions = document.conditions ?? {}
  const templates = document.templates ?? {}
  const declared = declaredIn(document)
  const visited: Visited = { calls: [], conditions: [], odd: [] }
  const texts: TextUse[] = []
  const references: Reference[] = []
  const records: WrittenRecord[] = []
  const factsSeen = new Set<string>()
  const checks = new Map<string, TextCheck>()

  const expression = (value: Json, path: Path, scope: Scope, certain: Certain = nothingCertain): void => {
    const before = visited.calls.length
    visitExpression({ value, path, scope, certain }, conditions, visited)
    for (const call of visited.calls.slice(before)) {
      const name = conditionName({ [call.operator]: call.given[0] ?? null })
      if (call.operator === 'cond' && name !== null) references.push({ what: 'condition', name, path: call.at(0) })
      if (call.operator === 'var') useFact(String(call.given[0]), scope)
    }
  }

  const wholeCondition = (value: Json, path: Path, scope: Scope): void => {
    visited.conditions.push({ value, path, scope, certain: nothingCertain, whole: true, negated: false })
    expression(value, path, scope)
  }

  /** The arguments of a fact are computed for the rule that reads it. */
  const useFact = (variable: string, scope: Scope): void => {
    const [root, name = ''] = variable.split('.')
    const key = `${scope.rule}/${name}`
    if (root !== 'facts' || factsSeen.has(key)) return
    factsSeen.add(key)
    for (const [source, given] of Object.entries(document.facts?.[name] ?? {}))
      for (const [argument, value] of Object.entries(given))
        expression(value ?? null, ['facts', name, source, argument], { ...scope, names: {} })
  }

  const text = (value: Json, path: Path, step: StepName, scope: Scope, certain: Certain): void => {
    const given = isMap(value) && isMap(value['with']) ? value['with'] : {}
    const names = { ...scope.names }
    for (const [name, each] of Object.entries(given)) {
      const at = [...path, 'with', name]
      if (isTextForm(each)) text(each, at, step, scope, certain)
      else expression(each, at, scope, certain)
      names[name] = isTextForm(each) ? stringType : typeOf(each, scope, declared, certain)
    }
    const found = sourceOf(value, path)
    if (!found) return
    const check = checks.get(found.source) ?? checkText(found.source)
    checks.set(found.source, check)
    texts.push({ ...found, step, check, scope: { ...scope, names } })
    for (const { path: variable, scoped } of check.paths) if (!scoped) useFact(variable, scope)
  }

  const sourceOf = (value: Json, path: Path): { source: string; path: Path } | null => {
    if (typeof value === 'string') return { source: value, path }
    if (!isMap(value)) return null
    if (typeof value['text'] === 'string') return { source: value['text'], path: [...path, 'text'] }
    const name = String(value['template'])
    references.push({ what: 'template', name, path: [...path, 'template'] })
    const source = Object.hasOwn(templates, name) ? templates[name] : undefined
    return source === undefined ? null : { source, path: ['templates', name] }
  }

  for (const [index, rule] of document.rules.entries()) {
    const path = ['rules', index]
    const kinds = kindsFor(document, rule)
    const scope = ruleScope(document, rule)
    // A policy without a kind of its own may hear the calls of another's.
    if (rule.kind !== undefined && document.records !== undefined)
      references.push({ what: 'record', name: rule.kind, path: [...path, 'kind'] })
    if (rule.when !== undefined) wholeCondition(rule.when, [...path, 'when'], scope)
    const certain = rule.when === undefined ? nothingCertain : certainIfTrue(rule.when, conditions)
    const ended = rule.limit !== undefined && endsRun(rule.limit) ? reachedName : {}
    for (const key of ['of', 'first', 'same'] as const)
      if (rule.limit?.[key] !== undefined) expression(rule.limit[key], [...path, 'limit', key], scope, certain)
    if (rule.limit?.warn !== undefined)
      text(textJson(rule.limit.warn), [...path, 'limit', 'warn'], 'notify', { ...scope, names: ended }, certain)
    for (const [at, step] of rule.then.entries()) {
      for (const site of sitesOf(step, [...path, 'then', at], kinds)) {
        const names = {
          ...ended,
          ...(site.each === null ? {} : { item: itemType(site.each, scope) }),
          ...(site.step === 'reply' ? failureName : {}),
        }
        const inner = { ...scope, names }
        if (site.kind === 'text') text(site.value, site.path, site.step, inner, certain)
        else expression(site.value, site.path, inner, certain)
      }
      references.push(...namesIn(step, [...path, 'then', at]))
      if (typeof step === 'object' && 'record' in step) {
        const given: Json = step.record
        if (isMap(given))
          records.push({ kind: kinds.name(step.record.kind), given, path: [...path, 'then', at, 'record'] })
      }
    }
  }

  function itemType(each: Json, scope: Scope): Type {
    return typeOf(each, scope, declared, nothingCertain).item ?? anyType
  }

  for (const [name, kind] of Object.entries(document.records ?? {})) {
    const path = ['records', name]
    for (const [index, { when }] of (kind.sections ?? []).entries())
      if (when !== undefined) wholeCondition(when, [...path, 'sections', index, 'when'], recordScope(entryType(kind)))
    const called = recordScope({ ...mapType, fields: calledFields(kind) })
    for (const [field, { required }] of Object.entries(kind.fields))
      if (typeof required === 'object') wholeCondition(required, [...path, 'fields', field, 'required'], called)
  }

  const used = new Set(references.filter(({ what }) => what === 'condition').map(({ name }) => name))
  const nowhere: Scope = { rule: null, events: [] satisfies EventType[], kind: null, names: {}, closed: false }
  for (const [name, value] of Object.entries(conditions))
    if (!used.has(name)) wholeCondition(value, ['conditions', name], nowhere)
  const readBefore = readVariables(document, visited, texts)
  for (const name of Object.keys(document.facts ?? {}))
    if (!readBefore.has(`facts.${name}`)) useFact(`facts.${name}`, nowhere)

  return {
    file,
    document,
    declared,
    conditions,
    calls: visited.calls,
    places: visited.conditions,
    odd: visited.odd,
    texts,
    references,
    records,
    usedConditions: used,
    read: readBefore,
    ...places,
  }
}

/** The memory slots and the kind of record that a step names. */
function namesIn(step: Json | object, path: Path): Reference[] {
  return Object.entries(typeof step === 'object' && step !== null ? step : {}).flatMap(([name, given]): Reference[] => {
    if (name === 'clear' && Array.isArray(given))
      return given.map((slot, index) => ({ what: 'slot', name: String(slot), path: [...path, name, index] }))
    if (isStepName(name) && stepSpec(name).kind === 'memory' && isMap(given))
      return Object.keys(given).map((slot) => ({ what: 'slot', name: slot, path: [...path, name, slot] }))
    if (name === 'record' && isMap(given) && typeof given['kind'] === 'string')
      return [{ what: 'record', name: given['kind'], path: [...path, name, 'kind'] }]
    return []
  })
}

/** The first two parts of every variable that is read, as `params.marker`. */
function readVariables(document: ResolvedDocument, visited: Visited, texts: readonly TextUse[]): Set<string> {
  const computed = visited.calls.filter(({ operator }) => operator === 'var').map(({ given }) => String(given[0]))
  const rendered = texts.flatMap(({ check }) => check.paths.map(({ path }) => path))
  const limits = document.rules.map(({ limit }) => limit ?? null)
  const constants = [
    ...JSON.stringify([document.memory, document.records, limits]).matchAll(/"var":"(params\.[^"]+)"/g),
  ]
  const all = [...computed, ...rendered, ...constants.flatMap(([, path]) => path ?? [])]
  return new Set(all.map((path) => path.split('.').slice(0, 2).join('.')))
}
