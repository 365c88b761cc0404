import type { Problem } from '../problems/problem.ts'
import type { Finding } from './context.ts'

type Told = Omit<Problem, 'code'>

/** What is shared and wrong is found once for each rule that uses it, and told once with all of them. */
export function inRules(findings: readonly Finding[]): Told[] {
  const told = new Map<string, { found: Told; rules: Set<string> }>()
  for (const { rule, ...found } of findings) {
    const key = JSON.stringify(found)
    const rules = told.get(key)?.rules ?? new Set()
    if (rule !== null) rules.add(rule)
    told.set(key, { found, rules })
  }
  return [...told.values()].map(({ found, rules }) => ({ ...found, message: found.message + words([...rules]) }))
}

function words([first, second, ...more]: readonly string[]): string {
  if (first === undefined) return ''
  if (second === undefined) return ` (in rule "${first}")`
  if (more.length === 0) return ` (in rules "${first}" and "${second}")`
  return ` (in rule "${first}" and ${more.length + 1} more)`
}
