import type { EventType } from '../../../core/event.ts'
import type { Check } from '../context.ts'

/** What a person does, also where a policy leaves everything to OpenCode. */
const ofPersons: readonly EventType[] = ['command.run', 'user.wrote', 'user.interrupted', 'run.wanted']

/** Rules that hear a person and sleep while the policy is not active: nobody could switch it on again. */
export const inactivePerson: Check = {
  code: 'inactive-person',
  run: ({ document: { active, sections = {}, rules }, problem }) =>
    rules.flatMap((rule, index) => {
      const isAlways = rule.active === 'always' || (rule.section && sections[rule.section]?.active === 'always')
      if (active === undefined || isAlways || rule.mode === 'disabled') return []
      const heard = rule.events.find((event) => ofPersons.includes(event))
      if (heard === undefined) return []
      const message = `Rule "${rule.id}" does not hear ${heard} while the policy is not active: add active: always to it or to its section`
      return [problem(['rules', index, 'id'], message)]
    }),
}
