import type { EventOf } from '../core/event.ts'

/** A command of ours: the first word is the action, the rest is the text. */
export function commandRun(name: string, given: string): EventOf<'command.run'> {
  const [action = '', ...rest] = given.trim().split(/\s+/)
  return { type: 'command.run', name, action, text: rest.length > 0 ? given.trim().slice(action.length).trim() : '' }
}

/** Skills are also slash commands, and those raise no tool call. */
export function skillCommand(name: string, given: string): EventOf<'skill.requested'> {
  return { type: 'skill.requested', skill: name, via: 'command', text: given.trim() }
}
