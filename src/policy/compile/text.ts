import type { Json } from '../../core/event.ts'
import { checkExpression } from '../../core/expression.ts'
import type { Expression, Text, TextOrExpression } from '../../core/policy.ts'
import { compileText } from '../../core/template/template.ts'
import type { Fault } from '../problems/fault.ts'
import type { Path } from '../yaml/tree.ts'
import { isMap, writeOut } from '../write-out.ts'

/** What texts and expressions of one document are compiled with. */
export interface TextCompiler {
  expression: (value: Json, path: Path) => Expression
  text: (value: Json, path: Path) => Text
  textOrExpression: (value: Json, path: Path) => TextOrExpression
}

/** A text is a string, or a map with `text` or `template`; everything else is an expression. */
export function isTextForm(value: Json): value is { [key: string]: Json } {
  return isMap(value) && (typeof value['text'] === 'string' || typeof value['template'] === 'string')
}

export function textCompiler(
  conditions: Record<string, Json>,
  templates: Record<string, string>,
  faults: Fault[],
): TextCompiler {
  const expression = (value: Json, path: Path): Expression => {
    const written = writeOut(value, conditions, path, faults)
    for (const message of checkExpression(written)) faults.push({ path, code: 'expression', message })
    return written
  }

  const sourceOf = (value: Json, path: Path): string => {
    if (typeof value === 'string') return value
    if (isMap(value) && typeof value['text'] === 'string') return value['text']
    const name = isMap(value) && typeof value['template'] === 'string' ? value['template'] : ''
    const source = Object.hasOwn(templates, name) ? templates[name] : undefined
    if (source === undefined)
      faults.push({ path, code: 'unknown-name', message: `Cannot find the text: there is no template "${name}"` })
    return source ?? ''
  }

  const text = (value: Json, path: Path): Text => {
    const source = sourceOf(value, path)
    const given = isMap(value) && isMap(value['with']) ? value['with'] : {}
    const compiled = Object.entries(given).map(([name, each]): [string, Expression | Text] => {
      const at = [...path, 'with', name]
      return [name, isTextForm(each) ? text(each, at) : expression(each, at)]
    })
    return { source, render: compileText(source), with: Object.fromEntries(compiled) }
  }

  const textOrExpression = (value: Json, path: Path): TextOrExpression =>
    typeof value === 'string' || isTextForm(value) ? text(value, path) : { expression: expression(value, path) }

  return { expression, text, textOrExpression }
}
