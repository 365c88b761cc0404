import { describe, expect, it } from 'vitest'
import { rivalProblems } from '../../../src/decode/plugins/rivals.ts'

describe('plugins that tell the agent to go on by themselves (F3-14)', () => {
  it.each([
    ['oh-my-opencode'],
    ['oh-my-opencode@3.1.0'],
    ['opencode-loop@latest'],
    ['@someone/opencode-loop'],
    ['file:///home/me/plugins/opencode-loop/dist/index.js'],
    ['file:///project/.opencode/plugin/opencode-loop.ts'],
    [['opencode-auto-resume', { delay: 5 }]],
  ])('%j is told to the person', (entry) => {
    expect(rivalProblems(['opencode-diverter', entry])).toHaveLength(1)
  })

  it('is told by name, with what to do', () => {
    expect(rivalProblems(['OpenCode-Goal-Plugin@1'])).toEqual([
      'The plugin opencode-goal-plugin is loaded too and tells the agent by itself to go on, so it may be told twice: keep one of the two, or say /blockers off',
    ])
  })

  it.each([[undefined], [null], ['opencode-loop'], [[]], [['opencode-diverter', 'opencode-loopback', 7, [], [null]]]])(
    '%j tells nothing',
    (plugins) => {
      expect(rivalProblems(plugins)).toEqual([])
    },
  )
})
