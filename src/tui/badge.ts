import type { SessionState } from '../channel/messages.ts'

export interface Badge {
  text: string
  /** A colour of the person's theme. */
  color: 'textMuted' | 'warning' | 'success'
}

/**
 * What stands beside the prompt where no session is open; nothing until the half that decides has answered. `isOn`: as
 * the session that was heard of last stands; null: none was.
 */
export function homeText(served: boolean, isOn: boolean | null): string {
  if (!served) return ''
  return isOn === false ? 'opencode-diverter: diverting off' : 'opencode-diverter is on'
}

/** What stands beside the prompt; null while nothing is known of the session. */
export function badge(state: SessionState | null): Badge | null {
  if (state === null) return null
  const open = state.open > 0 ? ` ▲${state.open}` : ''
  if (!state.on) return { text: `diverting off${open}`, color: 'textMuted' }
  if (state.run === 'paused' || state.run === 'stopped') {
    const reason = state.reason === null ? '' : `: ${state.reason}`
    const done = state.run === 'stopped' && state.reason === 'done'
    return { text: `${state.run}${reason}${open}`, color: done && open === '' ? 'success' : 'warning' }
  }
  const waits = state.waits === null ? '' : `, ${state.waits}`
  return { text: `diverting${waits}${open}`, color: open === '' ? 'textMuted' : 'warning' }
}
