import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type WordDecision, wordDecisions } from '../../../src/core/vocabulary.ts'
import { giveWord, placed } from '../../../src/runtime/answers/give-word.ts'
import { revokeGrant } from '../../../src/runtime/answers/revoke-grant.ts'
import { withdrawWord } from '../../../src/runtime/answers/withdraw-word.ts'
import { digest } from '../../../src/runtime/files/node-digest.ts'
import { reduceNight } from '../../../src/runtime/keep/reduce.ts'
import { createKinds, noTrees } from '../../../src/runtime/page/kinds.ts'
import { value } from '../../store/bench.ts'
import { pageEntries } from '../page/page-entries.ts'
import { night, policiesFrom, project, stageOf, type TestStage } from '../stage.ts'

/** Whatever persons, agents and other processes do in whatever order, store, memory, grants and page say the same. */

const policies = policiesFrom(night.replace('file: notes.md', 'file: blockers.md'))
const roots = ['S1', 'S2'] as const
const kinds = createKinds(noTrees, digest)

interface Step {
  does: 'ask' | 'say here' | 'say elsewhere' | 'withdraw' | 'revoke' | 'prune' | 'end' | 'switch' | 'set back'
  process: 0 | 1
  root: (typeof roots)[number]
  /** Which entry or grant, which command, and how many lines at once. */
  which: number
  decision: WordDecision
}

const steps = fc.array(
  fc.record<Step>({
    does: fc.constantFrom(
      'ask',
      'ask',
      'say here',
      'say elsewhere',
      'say elsewhere',
      'withdraw',
      'revoke',
      'prune',
      'end',
      'switch',
      'set back',
    ),
    process: fc.constantFrom(0, 1),
    root: fc.constantFrom(...roots),
    which: fc.nat(5),
    decision: fc.constantFrom(...wordDecisions),
  }),
  { minLength: 10, maxLength: 30 },
)

function world() {
  const one = stageOf({ policies, watches: true })
  const beside = (process: string) => {
    const { files, store, clock } = one
    const stage = stageOf({ policies, files, store, clock, process, watches: true })
    stage.session('S2')
    return stage
  }
  one.session('S2')
  const own = value(one.store.open('person').project())
  const records = () => value(own.records()).map((row) => placed(row))
  return { one, two: beside('two'), beside, own, records }
}

function take({ one, two, own, records }: ReturnType<typeof world>, step: Step): void {
  const { does, root, which, decision } = step
  const stage: TestStage = step.process === 0 ? one : two
  const { clock, store } = one
  clock.pass(1000)
  const entry = records()[which % Math.max(1, records().length)]?.record
  const word = { decision, text: decision === 'words' ? 'Wait.' : null, via: 'page', by: null } as const
  const grant = value(own.inForce()).at(which)
  switch (does) {
    case 'ask':
      stage.send(root, 'permission.asked', {
        request: `${clock.now()}`,
        permission: 'bash',
        command: `make ${which % 3}`,
      })
      return
    case 'say here':
      if (entry !== undefined) stage.runtime.answer(stage.session(root), entry.id, word)
      return
    case 'say elsewhere':
      if (entry !== undefined) giveWord(own, kinds, entry, word, clock.now())
      return
    case 'withdraw':
      if (entry !== undefined) withdrawWord(own, entry, { at: clock.now(), via: 'page' })
      return
    case 'revoke':
      if (grant !== undefined) revokeGrant(own, grant, clock.now())
      return
    case 'prune':
      reduceNight(store.whole(), { directory: project, root }, which > 2 ? 1000 : 1 + which)
      return
    case 'end':
      stage.send(root, 'turn.ended', { text: which > 3 ? 'DONE' : 'a' })
      return
    case 'switch':
      stage.send(root, 'command.run', { action: which > 2 ? 'on' : 'off' })
      return
    case 'set back':
      stage.runtime.setBack()
  }
}

test('store, memory of each process, grants and page agree', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const made = world()
      for (const step of all) take(made, step)
      const stages = [made.one, made.two, made.beside('three')]
      for (const stage of [...stages, ...stages])
        for (const root of roots) stage.send(root, 'turn.ended', { text: 'a' })
      const stored = made.records()
      for (const { session, runtime, host } of stages) {
        for (const root of roots) {
          const own = stored.flatMap((one) => (one.root === root ? one.record : []))
          expect(runtime.state(session(root))?.records).toEqual(own)
        }
        expect(host.notices.filter((text) => text.includes('not ours'))).toEqual([])
      }
      const page = pageEntries(made.one.files.read(`${project}/blockers.md`) ?? '')
      const wanted = stored.map(({ record: { id, status } }) => [id, status === 'answered'])
      expect(Object.fromEntries(page.map(({ id, checked }) => [id, checked]))).toEqual(Object.fromEntries(wanted))
      expect(page).toHaveLength(stored.length)
      const granted = value(made.own.inForce()).flatMap(({ reach, fingerprint }) =>
        reach === 'never' ? [] : fingerprint,
      )
      const told = stored.flatMap(({ record: { answeredAs, fingerprint } }) =>
        answeredAs === 'once' || answeredAs === 'project' ? fingerprint : [],
      )
      expect(new Set(granted)).toEqual(new Set(told))
      for (const { runtime } of stages) runtime.close()
    }),
    { numRuns: 60 },
  )
})
