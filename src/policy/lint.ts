import { activeValue } from './lint/rule/active-value.ts'
import { allowWithoutWhen } from './lint/condition/allow-without-when.ts'
import { argumentType } from './lint/condition/argument-type.ts'
import { clearsValue } from './lint/limit/clears-value.ts'
import { collect } from './lint/collect.ts'
import { conditionNameCheck } from './lint/condition/condition-name.ts'
import { constant } from './lint/condition/constant.ts'
import { constantCondition } from './lint/condition/constant-condition.ts'
import { type Check, placeFinder } from './lint/context.ts'
import { duplicateRule } from './lint/rule/duplicate-rule.ts'
import { emptyMatch } from './lint/condition/empty-match.ts'
import { emptySection } from './lint/rule/empty-section.ts'
import { endlessPrompt } from './lint/text/endless-prompt.ts'
import { expressionShape } from './lint/condition/expression-shape.ts'
import { flatten } from './lint/flat.ts'
import { fieldForm, fieldMissing, fieldName, fieldUnknown, kindMissing } from './lint/rule/record-fields.ts'
import { impossibleComparison } from './lint/condition/impossible-comparison.ts'
import { inactivePerson } from './lint/rule/inactive-person.ts'
import { lateBudget } from './lint/limit/late-budget.ts'
import { limitForgets } from './lint/limit/forgets.ts'
import { limitForm } from './lint/limit/form.ts'
import { limitName } from './lint/limit/name.ts'
import { limitNever } from './lint/limit/never.ts'
import { markerInPrompt } from './lint/text/marker-in-prompt.ts'
import { memoryOperation } from './lint/rule/memory-operation.ts'
import { memorySlot } from './lint/rule/memory-slot.ts'
import { negativeNull } from './lint/condition/negative-null.ts'
import { notBoolean } from './lint/condition/not-boolean.ts'
import { paramValue } from './lint/rule/param-value.ts'
import { pathOutside } from './lint/rule/path-outside.ts'
import { pattern } from './lint/condition/pattern.ts'
import { queryMemory } from './lint/condition/query-memory.ts'
import { runsInAllow } from './lint/condition/runs-in-allow.ts'
import { shadowedRule } from './lint/rule/shadowed-rule.ts'
import { stepNotTaken } from './lint/rule/step-not-taken.ts'
import { templateBackslash } from './lint/text/template-backslash.ts'
import { templateNameAsText } from './lint/text/template-name-as-text.ts'
import { templateSyntax } from './lint/text/template-syntax.ts'
import { templateVariable } from './lint/text/template-variable.ts'
import { unboundedText } from './lint/text/unbounded-text.ts'
import { unguardedNull } from './lint/condition/unguarded-null.ts'
import { unknownName } from './lint/rule/unknown-name.ts'
import { unknownVariable } from './lint/condition/unknown-variable.ts'
import { unreachableRule } from './lint/rule/unreachable-rule.ts'
import { untypedInput } from './lint/rule/untyped-input.ts'
import { unusedName } from './lint/rule/unused-name.ts'
import { weakMarker } from './lint/text/weak-marker.ts'
import { wideStar } from './lint/condition/wide-star.ts'
import { workflowArtifact } from './lint/workflow/artifact.ts'
import { workflowNeed } from './lint/workflow/need.ts'
import { workflowSays } from './lint/workflow/says.ts'
import { workflowSkill } from './lint/workflow/skill.ts'
import { workflowNoWayOut, workflowUnreachable } from './lint/workflow/ways.ts'
import { inRules } from './lint/in-rules.ts'
import type { Problem } from './problems/problem.ts'
import { orderProblems } from './problems/list.ts'
import type { ResolvedDocument } from './layers/resolve.ts'
import type { MapTree } from './yaml/tree.ts'

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
    checks.flatMap(({ code, run }) => inRules(run(context)).map((found): Problem => ({ ...found, code }))),
  )
}
