import { describe, expect, it } from 'vitest'
import type { SessionState } from '../../src/channel/messages.ts'
import { badge, homeText } from '../../src/tui/badge.ts'

describe('the badge', () => {
  it('on the home screen says that the plugin is on, once the other half has answered', () => {
    expect(homeText(true, null)).toBe('opencode-diverter is on')
    expect(homeText(true, true)).toBe('opencode-diverter is on')
    expect(homeText(false, null)).toBe('')
  })

  it('on the home screen follows the session that was heard of last', () => {
    expect(homeText(true, false)).toBe('opencode-diverter: diverting off')
    expect(homeText(false, false)).toBe('')
  })

  const state: SessionState = { say: 'state', session: 's', on: true, open: 0, run: 'armed', reason: null, waits: null }

  it('says in a few letters how the session stands, and how many blockers are open', () => {
    expect(badge(null)).toBeNull()
    const said = (more: Partial<SessionState>) => {
      const { text, color } = badge({ ...state, ...more }) ?? {}
      return `${text} (${color})`
    }
    expect(said({})).toBe('diverting (textMuted)')
    expect(said({ run: 'ready' })).toBe('diverting (textMuted)')
    expect(said({ waits: 'goes on at 11:32, since you wrote', open: 1 })).toBe(
      'diverting, goes on at 11:32, since you wrote ▲1 (warning)',
    )
    expect(said({ open: 2 })).toBe('diverting ▲2 (warning)')
    expect(said({ on: false, run: 'paused', reason: 'user' })).toBe('diverting off (textMuted)')
    expect(said({ on: false, open: 1 })).toBe('diverting off ▲1 (textMuted)')
    expect(said({ run: 'paused', reason: 'interrupted', open: 3 })).toBe('paused: interrupted ▲3 (warning)')
    expect(said({ run: 'stopped', reason: 'done' })).toBe('stopped: done (success)')
    expect(said({ run: 'stopped', reason: 'done', open: 2 })).toBe('stopped: done ▲2 (warning)')
    expect(said({ run: 'stopped', reason: 'limit' })).toBe('stopped: limit (warning)')
    expect(said({ run: 'stopped' })).toBe('stopped (warning)')
  })
})
