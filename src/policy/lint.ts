import { allowWithoutWhen } from './lint/allow-without-when.ts'
import { argumentType } from './lint/argument-type.ts'
import { collect } from './lint/collect.ts'
import { constant } from './lint/constant.ts'
import { constantCondition } from './lint/constant-condition.ts'
import type { Check } from './lint/context.ts'
import { duplicateRule } from './lint/duplicate-rule.ts'
import { expressionShape } from './lint/expression-shape.ts'
import { impossibleComparison } from './lint/impossible-comparison.ts'
import { lateBudget } from './lint/late-budget.ts'
import { memoryOperation } from './lint/memory-operation.ts'
import { memorySlot } from './lint/memory-slot.ts'
import { notBoolean } from './lint/not-boolean.ts'
import { paramValue } from './lint/param-value.ts'
import { pathOutside } from './lint/path-outside.ts'
import { pattern } from './lint/pattern.ts'
import { queryMemory } from './lint/query-memory.ts'
import { runsInAllow } from './lint/runs-in-allow.ts'
import { stepNotTaken } from './lint/step-not-taken.ts'
import { templateNameAsText } from './lint/template-name-as-text.ts'
import { templateSyntax } from './lint/template-syntax.ts'
import { templateVariable } from './lint/template-variable.ts'
import { unguardedNull } from './lint/unguarded-null.ts'
import { unknownName } from './lint/unknown-name.ts'
import { unknownVariable } from './lint/unknown-variable.ts'
import { unreachableRule } from './lint/unreachable-rule.ts'
import { untypedInput } from './lint/untyped-input.ts'
import { unusedName } from './lint/unused-name.ts'
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
  allowWithoutWhen,
  argumentType,
  constant,
  constantCondition,
  duplicateRule,
  expressionShape,
  impossibleComparison,
  lateBudget,
  memoryOperation,
  memorySlot,
  notBoolean,
  paramValue,
  pathOutside,
  pattern,
  queryMemory,
  runsInAllow,
  stepNotTaken,
  templateNameAsText,
  templateSyntax,
  templateVariable,
  unguardedNull,
  unknownName,
  unknownVariable,
  unreachableRule,
  untypedInput,
  unusedName,
  workflowArtifact,
  workflowNeed,
  workflowNoWayOut,
  workflowSays,
  workflowSkill,
  workflowUnreachable,
]

/** Everything that is wrong or doubtful in a document of the right shape. `file` is the source that was asked for. */
export function lint(document: ResolvedDocument, tree: MapTree, file: string): Problem[] {
  const context = collect(document, tree, file)
  return orderProblems(
    checks.flatMap(({ code, run }) => run(context).map((finding): Problem => ({ ...finding, code }))),
  )
}
