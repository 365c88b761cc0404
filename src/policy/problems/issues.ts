import type * as z from 'zod'
import type { Problem } from './problem.ts'
import { problemAt } from './list.ts'
import { listNames, suggest } from './suggest.ts'
import { type MapTree, type Path, placeOf, plain, spanOfKey, spanOfValue, type Tree, valueAt } from '../yaml/tree.ts'

type Issue = z.core.$ZodIssue

/** Checks a tree against a schema; the value is null if there are problems. */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  tree: Tree,
): { value: z.infer<Schema> | null; problems: Problem[] } {
  const result = schema.safeParse(plain(tree), { error: knownKeys })
  if (result.success) return { value: result.data, problems: [] }
  return {
    value: null,
    problems: withoutEchoes(result.error.issues, tree, []).flatMap((issue) => problemsOf(issue, tree, [])),
  }
}

/** Hands the keys that the schema knows on to `unknownKeys`, one a line: zod itself leaves them out of the issue. */
function knownKeys(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined
  const shape = issue.inst && 'shape' in issue.inst ? issue.inst.shape : {}
  return Object.keys(typeof shape === 'object' && shape !== null ? shape : {}).join('\n')
}

function problemsOf(issue: Issue, tree: Tree, before: Path): Problem[] {
  const path = [...before, ...keysOf(issue)]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return unionProblems(issue, tree, path)
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, issue.message.split('\n'), tree, path)
  if (issue.code === 'invalid_key') {
    const name = String(path.at(-1))
    const reason = issue.issues[0]?.message ?? 'it is not allowed here'
    const hint = /\s/.test(name) ? '; a text with a comma or a colon needs quotes' : ''
    return [
      problemAt(placeOf(spanOfKey(tree, path)), 'schema', `Cannot use the name ${quoted(name)}: ${reason}${hint}`),
    ]
  }
  return [problemAt(placeOf(spanOfValue(tree, path)), 'schema', messageOf(issue, tree, path))]
}

function unknownKeys(keys: string[], known: string[], tree: Tree, path: Path): Problem[] {
  return keys.map((key) => {
    const layer = path.length === 0 && known.includes('extends')
    const [step, ...others] = known
    const hint =
      layer && key === 'rules'
        ? 'Cannot put rules into a file that extends: say where they go with insert'
        : step !== undefined && others.length === 0 && path.at(-2) === 'then'
          ? `Unknown key ${quoted(key)} beside "${step}": a step is one key, so put it inside, as in ${insideOf(step, key)}`
          : `Unknown key ${quoted(key)}${hintFor(key, known) || `: allowed are ${listNames(known)}`}`
    return problemAt(placeOf(spanOfKey(tree, [...path, key])), 'unknown-key', hint)
  })
}

/** Steps that say a text have it under a key of its own there. */
const insideOf = (step: string, key: string): string =>
  `{ ${step}: { ${textSteps.includes(step) ? 'text: …, ' : ''}${key}: … } }`

const textSteps = ['deny', 'prompt', 'reply', 'notify', 'instruct']

/** What other rule engines call the parts of a rule, and older versions those of a kind of record. */
const otherWords: Readonly<Record<string, string>> = {
  categories: 'fields',
  on: 'events',
  event: 'events',
  trigger: 'events',
  if: 'when',
  condition: 'when',
  where: 'when',
  do: 'then',
  action: 'then',
  actions: 'then',
  steps: 'then',
  refuse: 'deny',
  reject: 'deny',
  block: 'deny',
  log: 'record',
  write: 'record',
  tell: 'notify',
  say: 'notify',
}

function hintFor(key: string, known: readonly string[]): string {
  const meant = Object.hasOwn(otherWords, key) ? otherWords[key] : undefined
  return meant !== undefined && known.includes(meant) ? ` (did you mean "${meant}"?)` : suggest(key, known)
}

/** Reports the branch that the author most likely meant. */
function unionProblems(issue: Extract<Issue, { code: 'invalid_union' }>, tree: Tree, path: Path): Problem[] {
  const branches = issue.errors.map((issues) => ({ issues, distance: distance(issues, tree, path) }))
  const nearest = branches.reduce((best, branch) => (branch.distance < best.distance ? branch : best))
  const given = valueAt(tree, path)
  const alike = branches.filter((branch) => branch.distance === nearest.distance)
  if (given?.kind === 'map' && alike.length > 1) {
    const names = issue.errors.flat().flatMap((each) => (isMissing(each, tree, path) ? keysOf(each).slice(0, 1) : []))
    const wanted = [...new Set(names.map(String))]
    const key = [...given.entries.keys()].find((each) => !wanted.includes(each))
    const alone = issue.errors
      .flat()
      .flatMap((each) => (each.code === 'invalid_value' && each.path.length === 0 ? each.values : []))
    if (key !== undefined && alone.includes(key)) {
      const place = placeOf(spanOfKey(tree, [...path, key]))
      return [problemAt(place, 'schema', `Cannot give "${key}" a value: write the word alone, as in [${key}]`)]
    }
    if (key !== undefined && wanted.length > 0) {
      const hint = hintFor(key, wanted) || `: allowed are ${listNames(wanted)}`
      const place = placeOf(spanOfKey(tree, [...path, key]))
      return [problemAt(place, 'unknown-key', `Unknown key ${quoted(key)}${hint}`)]
    }
  }
  return withoutEchoes(nearest.issues, tree, path).flatMap((each) => problemsOf(each, tree, path))
}

/** A mistyped key is one finding, not a missing key and an unknown one. */
function withoutEchoes(issues: readonly Issue[], tree: Tree, path: Path): Issue[] {
  const mistyped = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ key, map: keysOf(issue).join('.') })) : [],
  )
  return issues.filter((issue) => {
    if (!isMissing(issue, tree, path)) return true
    const keys = keysOf(issue)
    const map = keys.slice(0, -1).join('.')
    return !mistyped.some((each) => each.map === map && hintFor(each.key, [String(keys.at(-1))]) !== '')
  })
}

function distance(issues: readonly Issue[], tree: Tree, path: Path): number {
  return issues
    .map((issue) => {
      if (issue.code === 'unrecognized_keys') return 10 * issue.keys.length
      if (isMissing(issue, tree, path)) return 5
      return issue.path.length === 0 ? 100 : 1
    })
    .reduce((sum, each) => sum + each, 0)
}

function isMissing(issue: Issue, tree: Tree, path: Path): boolean {
  return issue.path.length > 0 && valueAt(tree, [...path, ...keysOf(issue)]) === null
}

function messageOf(issue: Issue, tree: Tree, path: Path): string {
  const given = valueAt(tree, path)
  const key = path.findLast((each) => typeof each === 'string')
  const subject = key === undefined ? '' : ` for ${quoted(key)}`
  if (!given) return `Missing key "${key ?? ''}": add it`
  const cannot = `Cannot use ${show(given)}${subject}`
  switch (issue.code) {
    case 'invalid_type':
      return `${cannot}: ${wantedType(issue.expected)} is wanted${booleanHint(given, issue.expected)}`
    case 'invalid_value':
      return `${cannot}${oneOf(given, issue.values)}`
    case 'too_small':
      return `${cannot}: at least ${least(Number(issue.minimum), issue.origin)} wanted`
    case 'too_big':
      return `${cannot}: at most ${issue.maximum} is allowed`
    case 'custom':
      return issue.message
    case 'invalid_format':
      return `${cannot}: ${issue.message}`
    case 'invalid_union':
      return 'options' in issue && issue.options !== undefined
        ? `${cannot}${oneOf(given, issue.options)}`
        : `${cannot}: it has not one of the forms that are allowed here`
    default:
      return `${cannot}: ${issue.message}`
  }
}

/** What is allowed instead: the nearest of the values, or all of them. */
function oneOf(given: Tree, allowed: readonly z.core.util.Primitive[]): string {
  const values = allowed.map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))
  const written = given.kind === 'scalar' ? given.value : null
  const isQuoted = typeof written === 'string' && allowed.some((value) => String(value) === written)
  const meant = isQuoted || given.kind !== 'scalar' ? '' : suggest(String(written), values)
  if (meant !== '') return meant
  return `: ${values.length === 1 ? 'allowed is' : 'allowed are'} ${listNames(values)}${isQuoted ? ', without quotes' : ''}`
}

function least(minimum: number, origin: string): string {
  if (origin !== 'array') return `${minimum} is`
  return minimum === 1 ? 'one entry is' : `${minimum} entries are`
}

/** What holds an address may hold a secret, such as that of a webhook in the wrong place. */
const quoted = (text: string): string => (text.includes('://') ? 'a text with an address' : JSON.stringify(text))

function show(tree: Tree): string {
  if (tree.kind === 'scalar') return typeof tree.value === 'string' ? quoted(tree.value) : JSON.stringify(tree.value)
  return tree.kind === 'list' ? 'a list' : isTemplateMap(tree) ? 'an unquoted {{ }}' : 'a map'
}

function isTemplateMap(tree: MapTree): boolean {
  return tree.at.lines.text.startsWith('{{', tree.at.start)
}

function wantedType(expected: string): string {
  const names: Record<string, string> = {
    object: 'a map',
    record: 'a map',
    array: 'a list',
    string: 'a text',
    int: 'a whole number',
  }
  return names[expected] ?? `a ${expected}`
}

function booleanHint(given: Tree, expected: string): string {
  const word = given.kind === 'scalar' && typeof given.value === 'string' ? given.value : ''
  return expected === 'boolean' && /^(on|off|yes|no)$/i.test(word) ? '; use true or false' : ''
}

function keysOf(issue: Issue): (string | number)[] {
  return issue.path.map((key) => (typeof key === 'number' ? key : String(key)))
}
