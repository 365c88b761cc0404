import type { Policy } from '../core/policy.ts'

/** What a policy means as canonical JSON: equal texts decide equally, whatever the comments, the order of keys and the wording of descriptions. */
export function meaningOf(policy: Omit<Policy, 'meaning'>, more: { locked: boolean }): string {
  const rules = policy.rules.map(({ description, because, ...rule }) => rule)
  return JSON.stringify(sorted({ ...policy, ...more, rules }))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined && typeof each !== 'function')
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]))
}
