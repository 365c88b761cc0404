import { describe, expect, it } from 'vitest'
import { diagramOf } from '../../../src/policy/workflow/diagram.ts'
import { flow, resolved } from './flow.ts'

describe('the diagram of a workflow', () => {
  it('shows states with their skills, and how each is left', () => {
    const { workflow } = resolved(
      flow(`
start: { next: [idea, make-it] }
idea: { skills: [think], next: [make-it], optional: true, says: { pattern: done, match: [done], no_match: [no] } }
make-it: { skills: [make, "ns:make"], next: [make-it], artifact: x.md }
`),
    )
    if (workflow === undefined) throw new Error('the workflow is gone')
    expect(diagramOf(workflow)).toBe(`stateDiagram-v2
  s_start : start
  s_idea : idea<br/>think
  s_make_it : make-it<br/>make, ns make
  [*] --> s_start : /begin
  s_start --> s_idea
  s_start --> s_make_it : without idea
  s_idea --> s_make_it : when done
  s_make_it --> s_make_it : with x.md
`)
  })
})
