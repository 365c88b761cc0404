import { activeValue } from './lint/active-value.ts'
import { allowWithoutWhen } from './lint/allow-without-when.ts'
import { argumentType } from './lint/argument-type.ts'
import { clearsValue } from './lint/clears-value.ts'
import { collect } from './lint/collect.ts'
import { conditionNameCheck } from './lint/condition-name.ts'
import { constant } from './lint/constant.ts'
import { constantCondition } from './lint/constant-condition.ts'
import { type Check, placeFinder } from './lint/context.ts'
import { duplicateRule } from './lint/duplicate-rule.ts'
import { emptyMatch } from './lint/empty-match.ts'
import { emptySection } from './lint/empty-section.ts'
import { endlessPrompt } from './lint/endless-prompt.ts'
import { expressionShape } from './lint/expression-shape.ts'
import { flatten } from './lint/flat.ts'
import { fieldForm, fieldMissing, fieldName, fieldUnknown, kindMissing } from './lint/record-fields.ts'
import { impossibleComparison } from './lint/impossible-comparison.ts'
import { inactivePerson } from './lint/inactive-person.ts'
import { lateBudget } from './lint/late-budget.ts'
import { limitForgets } from './lint/limit-forgets.ts'
import { limitForm } from './lint/limit-form.ts'
import { limitName } from './lint/limit-name.ts'
import { limitNever } from './lint/limit-never.ts'
import { markerInPrompt } from './lint/marker-in-prompt.ts'
import { memoryOperation } from './lint/memory-operation.ts'
import { memorySlot } from './lint/memory-slot.ts'
import { negativeNull } from './lint/negative-null.ts'
import { notBoolean } from './lint/not-boolean.ts'
import { paramValue } from './lint/param-value.ts'
import { pathOutside } from './lint/path-outside.ts'
import { pattern } from './lint/pattern.ts'
import { queryMemory } from './lint/query-memory.ts'
import { runsInAllow } from './lint/runs-in-allow.ts'
import { shadowedRule } from './lint/shadowed-rule.ts'
import { stepNotTaken } from './lint/step-not-taken.ts'
import { templateBackslash } from './lint/template-backslash.ts'
import { templateNameAsText } from './lint/template-name-as-text.ts'
import { templateSyntax } from './lint/template-syntax.ts'
import { templateVariable } from './lint/template-variable.ts'
import { unboundedText } from './lint/unbounded-text.ts'
import { unguardedNull } from './lint/unguarded-null.ts'
import { unknownName } from './lint/unknown-name.ts'
import { unknownVariable } from './lint/unknown-variable.ts'
import { unreachableRule } from './lint/unreachable-rule.ts'
import { untypedInput } from './lint/untyped-input.ts'
import { unusedName } from './lint/unused-name.ts'
import { weakMarker } from './lint/weak-marker.ts'
import { wideStar } from './lint/wide-star.ts'
import { workflowArtifact } from './lint/workflow-artifact.ts'
import { workflowNeed } from './lint/workflow-need.ts'
import { workflowSays } from './lint/workflow-says.ts'
import { workflowSkill } from './lint/workflow-skill.ts'
import { workflowNoWayOut, workflowUnreachable } from './lint/workflow-ways.ts'
import type { Problem } from './problem.ts'
import { orderProblems } from './problem-list.ts'
import type { ResolvedDocument } from './resolve.ts'
import type { MapTree } from './tree.ts'

const checks: readonly Check[] = [
  activeValue,
  allowWithoutWhen,
  argumentType,
  clearsValue,
  conditionNameCheck,
  constant,
  constantCondition,
  duplicateRule,
  emptyMatch,
  emptySection,
  endlessPrompt,
  expressionShape,
  fieldForm,
  fieldMissing,
  fieldName,
  fieldUnknown,
  impossibleComparison,
  inactivePerson,
  kindMissing,
  lateBudget,
  limitForgets,
  limitForm,
  limitName,
  limitNever,
  markerInPrompt,
  memoryOperation,
  memorySlot,
  negativeNull,
  notBoolean,
  paramValue,
  pathOutside,
  pattern,
  queryMemory,
  runsInAllow,
  shadowedRule,
  stepNotTaken,
  templateBackslash,
  templateNameAsText,
  templateSyntax,
  templateVariable,
  unboundedText,
  unguardedNull,
  unknownName,
  unknownVariable,
  unreachableRule,
  untypedInput,
  unusedName,
  weakMarker,
  wideStar,
  workflowArtifact,
  workflowNeed,
  workflowNoWayOut,
  workflowSays,
  workflowSkill,
  workflowUnreachable,
]

/** Everything that is wrong or doubtful in a document of the right shape. `file` is the source that was asked for. */
export function lint(document: ResolvedDocument, tree: MapTree, file: string): Problem[] {
  const flat = flatten(document)
  const context = collect(flat.document, placeFinder(tree, file, flat.written), file)
  return orderProblems(
    checks.flatMap(({ code, run }) => run(context).map((finding): Problem => ({ ...finding, code }))),
  )
}
