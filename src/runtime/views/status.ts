import { ceilings } from '../../core/limits/ceilings.ts'
import type { PolicySet } from '../../core/policy.ts'
import type { TreeState } from '../../core/state.ts'
import type { Channel } from '../options.ts'
import type { Edited } from '../page/record-view.ts'
import { waitingIn } from '../page/kinds.ts'
import { type Foreign, renewedAdvice } from '../nights/foreign.ts'
import { editedLines } from './edited.ts'
import { localTime } from './local-time.ts'
import { bySection } from './sections.ts'
import { endText, waitingLines } from './waiting.ts'

export interface StatusFacts {
  /** A rule instructs the session at its steps. */
  on: boolean
  state: TreeState
  set: PolicySet
  hash: string
  /** The hash of the project's policies as they are now, if it differs. */
  newerHash: string | null
  root: string
  /** Why the pending prompt waits, in words. */
  obstacle: string | null
  pages: readonly string[]
  edited: readonly Edited[]
  foreign: Foreign
  problem: string | null
  channels: readonly Channel[]
  zone: string
}

export function statusText(facts: StatusFacts): string {
  const { state, set } = facts
  return [
    `Diverting: ${facts.on ? 'on' : 'off'}`,
    `Run: ${runText(facts)}`,
    `Records: ${recordsText(facts)}`,
    `Prompts: ${promptsText(state, set, facts.zone)}`,
    ...pendingText(facts),
    `Policies: ${set.policies.map(policyName).join(', ')} (set ${facts.hash})${newer(facts.newerHash)}`,
    `Files: ${facts.pages.join(', ') || 'none'}`,
    ...editedLines(facts.edited),
    ...foreignText(facts.foreign),
    `Last problem: ${facts.problem ?? 'none'}`,
    `Session: ${facts.root}`,
    ...channelsText(facts.channels),
  ].join('\n')
}

/** What is not sealed is nobody's word. */
function foreignText({ lines, entries, answers, grants, isRenewed }: Foreign): string[] {
  const counts = [
    count(lines, 'line'),
    count(entries, 'entry', 'entries'),
    count(answers, 'answer'),
    count(grants, 'grant'),
  ]
  const named = counts.filter((text) => text !== null)
  const foreign = `Not ours, without effect: ${named.join(', ')} in the store without a seal of ours`
  return [...(named.length === 0 ? [] : [foreign]), ...(isRenewed ? [renewedAdvice] : [])]
}

const count = (number: number, one: string, many = `${one}s`): string | null =>
  number === 0 ? null : `${number} ${number === 1 ? one : many}`

function runText({ state, set, zone }: StatusFacts): string {
  const { run } = state
  const end = endText(set, state, zone)
  const why = run.reason === null ? '' : ` (${run.reason}${run.detail === null ? '' : `: ${run.detail}`})`
  const begun = run.startedAt === null ? '' : `, begun ${localTime(run.startedAt, zone)}`
  const by = run.state === 'paused' && run.reason === 'user' ? ', until you write or switch on' : ''
  return `${run.state}${why}${begun}${end === null ? '' : `, ${end}`}${by}`
}

function recordsText({ state, set }: StatusFacts): string {
  const open = waitingIn(set, state.records).length
  const groups = bySection(set, state.records).map(({ title, records }) => `${title} ${records.length}`)
  const beyond = Object.values(state.uncounted).reduce((sum, count) => sum + count, 0)
  const parts = [...groups, ...(beyond > 0 ? [`beyond the limit ${beyond}`] : [])]
  return parts.length === 0 ? 'none' : `${parts.join(', ')} (${open} open)`
}

function promptsText({ run }: TreeState, set: PolicySet, zone: string): string {
  const limits = set.policies.map(({ params }) => params['maxPrompts']).filter((limit) => typeof limit === 'number')
  const limit = Math.min(ceilings.prompts, ...limits)
  return `${run.prompts} used, ${Math.max(0, limit - run.prompts)} left${modelText(run, zone)}`
}

function modelText({ model, modelUntil }: TreeState['run'], zone: string): string {
  if (model === null) return ''
  if (modelUntil !== null)
    return `, to ${model} until the session's own model is there again at ${localTime(modelUntil, zone)}`
  return `, to ${model} until the run ends: when the session's own model is there again is not known`
}

function pendingText({ state, set, obstacle, zone }: StatusFacts): string[] {
  const lines = waitingLines(state, obstacle, zone).map((line) => `Waits: ${line}`)
  const by = state.pending?.by
  return by === undefined ? lines : [...lines, `Next prompt: by ${by}${descriptionOf(set, by)}`]
}

function descriptionOf(set: PolicySet, id: string): string {
  const rule = set.policies.flatMap(({ rules }) => rules).find((one) => one.id === id)
  return rule === undefined || rule.description === null ? '' : ` (${rule.description})`
}

/** By state, not by name: a notice on a small screen has room for few lines. */
function channelsText(channels: readonly Channel[]): string[] {
  const states = [...new Set(channels.map(({ state }) => state))]
  return states.map((state) => {
    const names = channels.filter((channel) => channel.state === state).map(({ name }) => name)
    return `Channels ${state}: ${names.join(', ')}`
  })
}

const policyName = ({ name, mode }: PolicySet['policies'][number]): string =>
  mode === 'enforce' ? name : `${name} (${mode})`
const newer = (hash: string | null): string =>
  hash === null ? '' : `; the files now say ${hash}, /blockers reload takes it`
