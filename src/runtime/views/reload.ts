import type { Policy, PolicySet } from '../../core/policy.ts'
import type { Change, TreeState } from '../../core/state.ts'

/** What a session tree forgets under a new set: slots of the same name, kind and scope keep their values. */
export function forgotten(before: PolicySet, after: PolicySet, state: TreeState): Change[] {
  const kept = new Set(after.policies.flatMap(slotsOf))
  const gone = before.policies.flatMap(slotsOf).filter((slot) => !kept.has(slot))
  return gone.flatMap((text): Change[] => {
    const [slot = '', , scope = ''] = text.split(' ')
    if (scope === 'run' || scope === 'tree')
      return state.slots[scope][slot] === undefined ? [] : [clear(slot, scope, '')]
    return Object.entries(state.slots.session)
      .filter(([, slots]) => slots[slot] !== undefined)
      .map(([session]) => clear(slot, 'session', session))
  })
}

const slotsOf = ({ name, memory }: Policy): string[] =>
  Object.entries(memory)
    .filter(([, { scope }]) => scope !== 'project')
    .map(([slot, { kind, scope }]) => `${name}/${slot} ${kind} ${scope}`)

const clear = (slot: string, scope: 'run' | 'tree' | 'session', session: string): Change => ({
  change: 'slot',
  slot,
  scope,
  session,
  operation: { do: 'clear' },
})

interface Named {
  set: PolicySet
  hash: string
}

/** What a reload did, and what only a restart brings. */
export function reloadText(before: Named, after: Named, changes: readonly Change[]): string {
  if (before.hash === after.hash) return `The policies are as before (set ${after.hash}).`
  const restart =
    hostParts(before.set) === hostParts(after.set) ? [] : ['Commands or tools changed: restart OpenCode to see them.']
  const forgot =
    changes.length === 0 ? [] : [`Memory that no longer fits begins anew: ${changes.map(slotName).join(', ')}.`]
  return [
    `The session now decides by set ${after.hash} (before: ${before.hash}).`,
    differences(before.set, after.set),
    ...forgot,
    ...restart,
  ].join('\n')
}

function differences(before: PolicySet, after: PolicySet): string {
  const old = new Map(before.policies.map(({ name, meaning }) => [name, meaning]))
  const now = new Map(after.policies.map(({ name, meaning }) => [name, meaning]))
  const parts = [
    ...[...now.keys()].filter((name) => !old.has(name)).map((name) => `${name} is new`),
    ...[...now.keys()]
      .filter((name) => old.has(name) && old.get(name) !== now.get(name))
      .map((name) => `${name} changed`),
    ...[...old.keys()].filter((name) => !now.has(name)).map((name) => `${name} is gone`),
  ]
  return `Policies: ${parts.length === 0 ? 'their order changed' : parts.join(', ')}.`
}

/** What the host was told at its start. */
const hostParts = ({ policies }: PolicySet): string =>
  JSON.stringify(
    policies.map(({ name, commands, records }) => [
      name,
      commands,
      Object.entries(records).map(([kind, { tool, fields }]) => [kind, tool, fields]),
    ]),
  )

const slotName = (change: Change): string => (change.change === 'slot' ? change.slot : change.change)
