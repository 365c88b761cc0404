import type { Json, SessionFacts } from '../../core/event.ts'
import type { Policy } from '../../core/policy.ts'
import { emptyTree, type TreeState } from '../../core/state.ts'
import type { Situation } from '../../policy/cases/situation.ts'
import { eventOf } from '../../rehearse/event-of-step.ts'
import { emptyWorld } from '../../rehearse/event-world.ts'
import { nothingSaid } from '../../runtime/answers/said.ts'
import { factReader } from '../../runtime/facts/facts.ts'
import { digest } from '../../runtime/files/node-digest.ts'
import { nodeFiles } from '../../runtime/files/node-files.ts'
import { kindsOf } from '../../runtime/page/kinds.ts'
import { createOwnFolder, ownFolder } from '../../runtime/files/own-folder.ts'
import { ExpectedError } from '../../runtime/ports.ts'
import { seeded, seenIn } from '../../runtime/project-file/look.ts'
import { createProjectMemory } from '../../runtime/project-file/project-memory.ts'
import { createSeals } from '../../runtime/project-file/seals.ts'
import { newSession } from '../../runtime/session.ts'
import type { PlacedSet } from '../policies/load-set.ts'
import type { Scene } from './scene.ts'

/** The scene of an event that a person wrote down; what they left out is as it is in the project at `cwd`. */
export function writtenScene(situation: Situation, { policies, origins }: PlacedSet, cwd: string): Scene {
  const files = nodeFiles()
  const { policies: all } = policies.set
  const now = situation.now === undefined ? Date.now() : Date.parse(situation.now)
  const session = { ...defaultSession(cwd), ...situation.session } as SessionFacts
  const memory = createProjectMemory(files, cwd, createSeals(files, createOwnFolder(files, cwd), digest), digest)
  const look = memory.look(all)
  const remembered = withMemory(withRun(situation, now), situation, all, session.id, now)
  const read = factReader(files, cwd, [`${ownFolder}/**`], nothingSaid)(newSession(session.id))
  return {
    policies,
    origins,
    event: eventOf(situation.event.type, situation.event.fields, {
      ...emptyWorld(cwd, now, digest, () => 'm1'),
      kinds: kindsOf(policies.set),
    }),
    before: {
      ...remembered,
      slots: {
        ...remembered.slots,
        project: { ...seeded(emptyTree, all, look).slots.project, ...remembered.slots.project },
      },
    },
    moment: {
      session,
      now,
      zone: situation.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      read: (source, given, name) => merged(read(source, given, name), givenFact(situation, name)),
      project: (file) => {
        const owner = all.find((policy) => policy.project === file)
        const found = seenIn(look, file)
        const given = owner === undefined ? undefined : givenFact(situation, `${owner.name}/project`)
        return isMap(given) ? { ...found, ...given } : found
      },
      digest,
      without: [],
    },
    doubtsOf: () => [],
    doubts: new Set(),
  }
}

const defaultSession = (directory: string): SessionFacts => ({
  id: 'S1',
  root: 'S1',
  depth: 0,
  path: ['S1'],
  agent: 'build',
  model: 'test/m',
  title: '',
  directory,
  mode: 'serve',
  prompts: 0,
  turn: 0,
  readable: true,
  hasTask: true,
})

/** An armed run began now, unless another time is given. */
function withRun({ run }: Situation, now: number): TreeState {
  const given = Object.fromEntries(Object.entries(run ?? {}).filter(([, value]) => value !== undefined))
  const startedAt = run?.state === 'armed' ? now : null
  return { ...emptyTree, run: { ...emptyTree.run, startedAt, ...given } }
}

/** Throws for a policy or a slot that there is not. */
function withMemory(
  state: TreeState,
  situation: Situation,
  policies: readonly Policy[],
  session: string,
  now: number,
): TreeState {
  const slots = { run: { ...state.slots.run }, tree: {}, session: { [session]: {} }, project: {} }
  for (const [name, given] of Object.entries(situation.memory ?? {})) {
    const policy = policies.find((one) => one.name === name)
    if (policy === undefined)
      throw new ExpectedError(
        `Cannot remember ${name}: there is no such policy; there are ${policies.map((one) => one.name).join(', ')}`,
      )
    for (const [slotName, value] of Object.entries(given)) {
      const slot = policy.memory[slotName]
      if (slot === undefined)
        throw new ExpectedError(
          `Cannot remember ${name}.${slotName}: there is no such slot; there are ${Object.keys(policy.memory).join(', ')}`,
        )
      const entries =
        slot.kind === 'window' && Array.isArray(value) ? value.map((each): Json => ({ at: now, value: each })) : value
      const drawer: Record<string, Json> = slot.scope === 'session' ? (slots.session[session] ?? {}) : slots[slot.scope]
      drawer[`${name}/${slotName}`] = entries
    }
  }
  return { ...state, slots }
}

function givenFact({ facts }: Situation, name: string): Json | undefined {
  const [policy = '', fact = ''] = name.split('/')
  return facts?.[policy]?.[fact]
}

const merged = (found: Json, given: Json | undefined): Json =>
  isMap(found) && isMap(given) ? { ...found, ...given } : (given ?? found)

const isMap = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
