import type { Json } from '../../core/event.ts'
import type { TextCheck } from '../../core/template/template.ts'
import type { StepName } from '../../core/vocabulary.ts'
import type { CheckCode } from '../problems/checks.ts'
import type { Problem } from '../problems/problem.ts'
import type { ResolvedDocument } from '../layers/resolve.ts'
import {
  type MapTree,
  type Path,
  type Place,
  placeOf,
  spanInText,
  spanOfKey,
  spanOfValue,
  valueAt,
} from '../yaml/tree.ts'
import type { Declared, Scope } from './scope.ts'
import type { Call, ConditionPlace, OddMap } from './visit.ts'

/** A text with what it may read. */
export interface TextUse {
  source: string
  check: TextCheck
  /** Path of the source itself: in the step, or in `templates`. */
  path: Path
  /** The step that says it. */
  step: StepName
  scope: Scope
}

/** A name that stands for something declared elsewhere. */
export interface Reference {
  what: 'condition' | 'template' | 'slot' | 'record'
  name: string
  path: Path
}

/** A record that a rule writes; `kind` is null in a policy that declares none. */
export interface WrittenRecord {
  kind: string | null
  given: { [key: string]: Json }
  /** Of the map of the step. */
  path: Path
}

/** What a check found; the check's own code goes with it, and so do the rules that it concerns. */
export interface Finding extends Omit<Problem, 'code'> {
  /** The rule that uses what is shared and wrong; null where the place says it. */
  rule: string | null
}

/** What every check looks at. */
export interface LintContext {
  /** The file that was asked for; layers below it may have been written by others. */
  file: string
  document: ResolvedDocument
  declared: Declared
  conditions: Record<string, Json>
  calls: readonly Call[]
  places: readonly ConditionPlace[]
  odd: readonly OddMap[]
  texts: readonly TextUse[]
  references: readonly Reference[]
  records: readonly WrittenRecord[]
  usedConditions: ReadonlySet<string>
  /** Paths of variables that are read anywhere, with texts and constants. */
  read: ReadonlySet<string>
  at: (path: Path, part?: Part) => Place
  /** The first of these that the file that was asked for wrote itself, else the first. */
  nearest: (paths: readonly [Path, ...Path[]]) => Path
  /** Whether something is written at a path of the document itself. */
  stands: (path: Path) => boolean
  /** True where a bare text stands for `{ cond: name }`; the path leads to the name. */
  isBareName: (path: Path) => boolean
  /** False for what a workflow becomes, which nobody wrote as it stands. */
  isWritten: (path: Path) => boolean
  problem: (path: Path, message: string, part?: Part & Partial<Pick<Finding, 'severity' | 'rule'>>) => Finding
}

export interface Part {
  /** The key of the entry instead of its value. */
  key?: boolean
  /** A line and column inside the text that stands there, and a word to find it by. */
  inText?: { text: string; line: number; column: number; word: string }
}

/** What finds the places of a document. */
export type Places = Pick<LintContext, 'at' | 'nearest' | 'stands' | 'isBareName' | 'isWritten' | 'problem'>

/** One check: what it finds is reported under its code. */
export interface Check {
  code: CheckCode
  run: (context: LintContext) => Finding[]
}

export function placeFinder(tree: MapTree, file: string, written: (path: Path) => Path = (path) => path): Places {
  const at = (given: Path, part: Part = {}): Place => {
    const path = written(given)
    const span = part.key ? spanOfKey(tree, path) : spanOfValue(tree, path)
    return placeOf(part.inText ? spanInText(span, part.inText.text, part.inText, part.inText.word) : span)
  }
  return {
    at,
    nearest: (paths) => paths.find((path) => at(path).file === file) ?? paths[0],
    stands: (path) => valueAt(tree, path) !== null,
    isBareName: (path) => path.at(-1) === 'cond' && valueAt(tree, written(path).slice(0, -1))?.kind === 'scalar',
    isWritten: (given) => {
      const path = written(given)
      const [own, around] = [spanOfValue(tree, path), spanOfValue(tree, path.slice(0, -1))]
      return own.lines !== around.lines || own.start !== around.start || own.end !== around.end
    },
    problem: (path, message, { severity = 'error', rule = null, ...part } = {}) => ({
      severity,
      message,
      rule,
      ...at(path, part),
    }),
  }
}

/** The rule that asks, so that a shared condition or text says for whom it is wrong. */
export const forRule = (scope: Scope, path: Path): Pick<Finding, 'rule'> => ({
  rule: path[0] === 'rules' ? null : scope.rule,
})
