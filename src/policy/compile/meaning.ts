import type { Policy } from '../../core/policy.ts'

/** What a policy means as canonical JSON: equal texts decide equally, whatever the comments, the order of keys and the wording of descriptions. */
export function meaningOf(policy: Omit<Policy, 'meaning'>, more: { locked: boolean }): string {
  const gates = new Map(policy.rules.flatMap((rule) => rule.gates.map(({ id, when }) => [id, when])))
  const rules = policy.rules.map(({ description, because, gates, ...rule }) => ({
    ...rule,
    ...(gates.length > 0 && { gates: gates.map(({ id }) => id) }),
  }))
  const { active, ...rest } = policy
  return JSON.stringify(
    sorted({ ...rest, ...more, rules, ...(gates.size > 0 && { gates: Object.fromEntries(gates) }) }),
  )
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined && typeof each !== 'function')
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]))
}
