import type { Policies } from '../runtime/policies.ts'
import { candidatesFor, type Today } from './candidates.ts'
import { type Proof, proofOf } from './case.ts'
import type { Refusal } from './refusal.ts'
import type { Request } from './requests.ts'
import type { Said } from './said.ts'
import { type Attempt, type Night, notTried, policyOf, type Tried, tryNight } from './trial.ts'
import type { PolicyWay, Way } from './way.ts'

/** The project's policy with one line more. */
export interface Changed {
  policies: Policies
}

/** What suggestions need of the project. */
export interface Bench {
  today: Policies
  said: (fingerprint: string) => Said
  /** The project's policies with each of these lines by itself in its file, or why that cannot be. */
  change: (ways: readonly PolicyWay[]) => readonly (Changed | Refusal)[]
  /** The policy that refuses a request today even if a person allows it, or the call that it is for; null: none. */
  refuses: (request: Request) => string | null
  /** True if a case holds with the policies of a line and fails without it. */
  proves: (proof: Proof, changed: Policies) => boolean
  /** The project's policies as a case beside them names them. */
  references: string[]
  digest: (text: string) => string
}

/** Where the nights of requests come from; each is read anew, so that one at a time lies in memory. */
export interface Nights {
  roots: readonly string[]
  read: (root: string) => Night
}

/** A line that would have spared a request. */
export interface Suggestion {
  /** From 1. */
  number: number
  way: Way
  request: Request
  said: Said
  /** Null for a line of OpenCode's own settings: what it lets through is never asked. */
  tried: Tried | null
  proof: Proof | null
}

export interface Suggestions {
  suggestions: readonly Suggestion[]
  refusals: readonly Refusal[]
}

/** A way for a request, before it is tried. */
interface Idea<Kind extends Way = Way> {
  request: Request
  said: Said
  way: Kind
}

interface Candidate extends Idea<PolicyWay> {
  changed: Changed
  tried: Tried
}

/** How many requests are looked at, those that were refused most. */
export const mostRequests = 12

/** What would have spared these requests, each tried on the nights in which it was refused. */
export function suggest(requests: readonly Request[], nights: Nights, bench: Bench): Suggestions {
  const refusals = new Map<Request, Refusal>()
  const ideas: Idea[] = []
  const without: Request[] = []
  for (const request of requests) {
    const said = bench.said(request.fingerprint)
    const ways = candidatesFor(request, said, todayOf(bench.today))
    if ('is' in ways) refusals.set(request, ways)
    else if (ways.length === 0) without.push(request)
    else {
      const policy = ways.some(lets) ? bench.refuses(request) : null
      if (policy !== null) refusals.set(request, { is: 'deny', policy })
      else ideas.push(...ways.map((way) => ({ request, said, way })))
    }
  }
  const candidates = candidatesOf(ideas.filter(isOfPolicy), refusals, bench)
  for (const [request, refusal] of tryAll(candidates, without, nights, bench)) refusals.set(request, refusal)
  const proofs = prove(candidates, nights, bench)
  const suggestions = ideas.flatMap((idea): Omit<Suggestion, 'number'>[] => {
    if (idea.way.is === 'permission') return [{ ...idea, tried: null, proof: null }]
    const candidate = candidates.find(({ request, way }) => request === idea.request && way === idea.way)
    const proof = candidate === undefined ? undefined : proofs.get(candidate)
    return candidate === undefined || proof === undefined ? [] : [{ ...idea, tried: candidate.tried, proof }]
  })
  const spared = new Set(suggestions.map(({ request }) => request))
  for (const { request } of candidates)
    if (!spared.has(request)) refusals.set(request, refusalOf(candidates.filter((one) => one.request === request)))
  return {
    suggestions: suggestions.map((one, at) => ({ number: at + 1, ...one })),
    refusals: [...refusals].flatMap(([request, refusal]) => (spared.has(request) ? [] : [refusal])),
  }
}

export function todayOf({ set }: Policies): Today {
  const params = set.policies.find(({ name }) => name === 'blockers')?.params ?? {}
  const { allow, hint } = params
  return {
    allow: Array.isArray(allow) ? allow.filter((one) => typeof one === 'string') : [],
    hint: typeof hint === 'string' ? hint : '',
  }
}

/** True for a line that lets the request itself come to pass. */
const lets = ({ is }: Way): boolean => is === 'allow' || is === 'ask' || is === 'permission'

const isOfPolicy = (idea: Idea): idea is Idea<PolicyWay> => idea.way.is !== 'permission'

/** Ideas with the policies that they make; `refusals` hears why there are none. */
function candidatesOf(
  ideas: readonly Idea<PolicyWay>[],
  refusals: Map<Request, Refusal>,
  { change }: Bench,
): Candidate[] {
  const changes = change(ideas.map(({ way }) => way))
  return ideas.flatMap((idea, at): Candidate[] => {
    const changed = changes[at] ?? { is: 'unproved' }
    if (!('is' in changed)) return [{ ...idea, changed, tried: notTried }]
    refusals.set(idea.request, changed)
    return []
  })
}

/** Tries each candidate on each night that has its request; gives why requests without one have none. */
function tryAll(
  candidates: readonly Candidate[],
  without: readonly Request[],
  nights: Nights,
  bench: Bench,
): Map<Request, Refusal> {
  const refusals = new Map<Request, Refusal>(without.map((request) => [request, { is: 'spared' }]))
  for (const root of nights.roots) {
    const here = candidates.filter(({ request }) => isIn(request, root))
    const others = without.filter((request) => isIn(request, root))
    if (here.length + others.length === 0) continue
    const attempts = here.map(({ way, request, changed, tried }): Attempt => {
      const sightings = request.sightings.filter((each) => each.root === root)
      return { way, sightings, fingerprint: request.fingerprint, policies: changed.policies, tried }
    })
    const left = new Set(others)
    const told = new Map<number, Request[]>()
    for (const request of others)
      for (const one of request.sightings)
        if (one.root === root) told.set(one.line, [...(told.get(one.line) ?? []), request])
    const found = tryNight(nights.read(root), bench.today, attempts, (line, { decision }) => {
      if (decision?.verdict.outcome !== 'deny') return
      for (const request of told.get(line) ?? [])
        if (left.delete(request)) refusals.set(request, { is: 'deny', policy: policyOf(decision.verdict.by) })
    })
    for (const [at, one] of here.entries()) one.tried = found[at] ?? one.tried
  }
  return refusals
}

const isIn = ({ sightings }: Request, root: string): boolean => sightings.some((one) => one.root === root)

/** The cases of those that held their trial, where the case holds too. */
function prove(candidates: readonly Candidate[], nights: Nights, bench: Bench): Map<Candidate, Proof> {
  const proofs = new Map<Candidate, Proof>()
  const open = candidates.filter(({ tried }) => tried.spared.length > 0 && isFree(tried))
  for (const root of nights.roots) {
    const here = open.filter(({ tried }) => tried.spared[0]?.root === root)
    if (here.length === 0) continue
    const night = nights.read(root)
    for (const one of here) {
      const { request, way, changed, tried } = one
      const [first] = tried.spared
      if (first === undefined) continue
      const proof = proofOf(night, first, way, request.subject, { policies: bench.references, digest: bench.digest })
      if (proof !== null && bench.proves(proof, changed.policies)) proofs.set(one, proof)
    }
  }
  return proofs
}

/** What only sometimes passes since another policy forbids it is forbidden. */
const isFree = ({ deniedBy }: Tried): boolean => deniedBy === null || deniedBy === 'blockers'

/** Why none of the candidates of a request is left. */
function refusalOf(candidates: readonly Candidate[]): Refusal {
  const denied = candidates.find(({ tried }) => !isFree(tried))?.tried.deniedBy
  if (denied != null) return { is: 'deny', policy: denied }
  return candidates.every(({ tried }) => tried.refused === 0) ? { is: 'spared' } : { is: 'unproved' }
}
