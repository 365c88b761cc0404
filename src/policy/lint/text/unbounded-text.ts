import { parseTemplate, type StatementNode } from '../../../core/template/syntax.ts'
import { stepSpec } from '../../../core/vocabulary.ts'
import { type Check, type Finding, forRule, type LintContext, type TextUse } from '../context.ts'

/** Fields that the agent, its tools or the provider fill with text of any length. */
const long = ['event.text', 'event.output', 'event.raw', 'event.message', 'event.input']

/** Long texts that go back to the agent uncut, with whatever they say. */
export const unboundedText: Check = {
  code: 'unbounded-text',
  run: (context) => context.texts.flatMap((text) => check(text, context)),
}

function check(text: TextUse, { problem }: LintContext): Finding[] {
  if (stepSpec(text.step).reader !== 'agent') return []
  const program = parseTemplate(text.source)
  if (!('type' in program)) return []
  return program.body.flatMap(printed).map(({ path, line, column }) =>
    problem(text.path, `${path} may be of any length: write {{cut ${path} 300}}`, {
      ...forRule(text.scope, text.path),
      severity: 'warning',
      inText: { text: text.source, line, column, word: path },
    }),
  )
}

/** The long fields that a statement prints as they are. */
function printed(node: StatementNode): { path: string; line: number; column: number }[] {
  if (node.type === 'BlockStatement')
    return [...(node.program?.body ?? []), ...(node.inverse?.body ?? [])].flatMap(printed)
  if (node.type !== 'MustacheStatement' || node.params.length > 0 || node.path.type !== 'PathExpression') return []
  const path = node.path.parts.join('.')
  const isLong = long.some((each) => path === each || path.startsWith(`${each}.`))
  return isLong ? [{ path, line: node.path.loc.start.line, column: node.path.loc.start.column + 1 }] : []
}
