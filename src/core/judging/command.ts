import type { Decision, Effect } from '../decision.ts'
import type { DomainEvent, EventOf } from '../event.ts'
import type { Command, PolicySet } from '../policy.ts'
import { oneLine } from '../text.ts'

type CommandRun = EventOf<'command.run'>

/** A command as the first policy declares it that is not disabled. */
function declared(set: PolicySet, name: string): Command | null {
  const policy = set.policies.find(({ mode, commands }) => mode !== 'disabled' && Object.hasOwn(commands, name))
  return policy?.commands[name] ?? null
}

/** The event with its action written as it is declared, since people write `ON` and `Status`. */
export function asDeclared(set: PolicySet, event: DomainEvent): DomainEvent {
  if (event.type !== 'command.run') return event
  const action = actionOf(declared(set, event.name), event)
  return action === null ? event : { ...event, action }
}

const actionOf = (command: Command | null, { action }: CommandRun): string | null =>
  command?.actions.find((each) => isSame(each, action)) ?? null

/**
 * The words behind an action: those that it takes, and those that nobody reads. A command that does not say what its
 * actions take takes all.
 */
export function commandWords(set: PolicySet, event: CommandRun): { taken: string; ignored: string } {
  const command = declared(set, event.name)
  const all = { taken: event.text, ignored: '' }
  const action = actionOf(command, event)
  if (!command?.words || action === null) return all
  const may = command.words[action] ?? []
  if (may.some(isRest)) return all
  const words = event.text.split(/\s+/).filter((word) => word !== '')
  const hasFree = may.some((word) => !isFlag(word))
  const takes = (word: string): boolean => (isFlag(word) ? may.some((each) => isSame(each, word)) : hasFree)
  const ignored = words.filter((word) => !takes(word))
  return ignored.length === 0 ? all : { taken: words.filter(takes).join(' '), ignored: ignored.join(' ') }
}

/** What a person is told of words behind a command that nobody reads. */
export function ignoredWords(set: PolicySet, event: DomainEvent, { verdict, effects }: Decision): Effect[] {
  if (event.type !== 'command.run' || verdict.outcome === 'deny') return []
  const { ignored } = commandWords(set, event)
  if (ignored === '') return []
  const may = declared(set, event.name)?.words?.[event.action] ?? []
  const taken = may.length === 0 ? 'nothing behind it' : may.join(' or ')
  const text = `Ignored: ${JSON.stringify(oneLine(ignored))}. /${event.name} ${event.action} takes ${taken}.`
  const by = effects.find(({ effect }) => effect === 'reply' || effect === 'show')?.by ?? event.name
  return [{ effect: 'reply', text, unwritten: null, by }]
}

/** Stands for all that a person writes from there on. */
const isRest = (word: string): boolean => word.endsWith('...')
const isFlag = (word: string): boolean => word.startsWith('--')
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
