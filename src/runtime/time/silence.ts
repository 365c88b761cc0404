import type { DomainEvent, EventOf } from '../../core/event.ts'
import { type Limit, silenceOf } from '../../core/limits/limit.ts'
import type { Clock } from '../ports.ts'
import type { Session } from '../session.ts'
import type { Tree } from '../nights/tree.ts'

/** A session at work, or a prompt of ours that nobody took up, and for how long it gave no sign of life. */
interface Working {
  session: Session
  doing: EventOf<'session.silent'>['doing']
  tool: string | null
  /** Milliseconds without those that the machine slept. */
  lasted: number
}

/** What an event tells of a session: it lives, and which tools run in it. */
export function noteSign(session: Session, event: DomainEvent, clock: Clock): void {
  session.sign = clock.awake()
  switch (event.type) {
    case 'tool.called':
      session.running.set(event.call, event.tool)
      return
    case 'tool.finished':
      session.running.delete(event.call)
      return
    case 'turn.ended':
    case 'turn.failed':
    case 'user.interrupted':
      session.running.clear()
      return
    case 'host.retrying':
      // Until then nothing is to be expected.
      session.sign += event.next === null ? 0 : Math.max(0, event.next - clock.now())
      return
    default:
      return
  }
}

/** Sessions that have been silent for as long as a limit says; each is told once for each limit. */
export function takeSilent(
  tree: Tree,
  members: readonly Session[],
  clock: Clock,
): { session: Session; event: EventOf<'session.silent'> }[] {
  return workingIn(tree, members, clock).flatMap((one) => {
    const { session, doing, tool, lasted } = one
    const reached = spansOf(tree, one).filter((span) => span <= lasted)
    const longest = reached.at(-1)
    if (longest === undefined) return []
    session.silenceTold = { sign: session.sign, span: longest }
    return [{ session, event: { type: 'session.silent', since: clock.now() - lasted, lasted, doing, tool } as const }]
  })
}

/** In how many milliseconds the next silence is too long; null if nothing is waited for. */
export function untilSilent(tree: Tree, members: readonly Session[], clock: Clock): number | null {
  const rest = workingIn(tree, members, clock).flatMap((one) => spansOf(tree, one).map((span) => span - one.lasted))
  return rest.length === 0 ? null : Math.max(0, Math.min(...rest))
}

/** The limits that were not told since the last sign, the shortest first. */
function spansOf({ policies }: Tree, { session, doing }: Working): number[] {
  const { sign, silenceTold } = session
  const told = silenceTold?.sign === sign ? silenceTold.span : 0
  return policies.set.limits
    .map(({ silence }) => (silence === null ? null : silenceOf(doing, silence)))
    .filter((span) => span !== null)
    .filter((span) => span > told)
    .sort((a, b) => a - b)
}

function workingIn({ root, policies, state, gate }: Tree, members: readonly Session[], clock: Clock): Working[] {
  const waitsForPerson = Object.keys(state.waits).length > 0 || members.some(({ requests }) => requests.size > 0)
  if (state.run.state !== 'armed' || waitsForPerson || !isLimited(policies.set.limits)) return []
  const now = clock.awake()
  const lastedOf = (session: Session): number =>
    now - Math.max(...members.filter((one) => isBelow(one, session, members)).map(({ sign }) => sign))
  const lost = !root.busy && gate.inFlight !== null
  return members.flatMap((session): Working[] => {
    const tool = session.running.values().next().value ?? null
    const lasted = lastedOf(session)
    if (session.busy) return [{ session, doing: tool === null ? 'model' : 'tool', tool, lasted }]
    return lost && session === root ? [{ session, doing: 'nothing', tool: null, lasted }] : []
  })
}

const isLimited = (limits: readonly Limit[]): boolean =>
  limits.some(({ silence }) => silence !== null && (silence.model !== null || silence.tool !== null))

/** The session itself, or one that works for it. */
function isBelow(session: Session, above: Session, members: readonly Session[]): boolean {
  if (session === above) return true
  const parent = members.find(({ id }) => id === session.parent)
  return parent !== undefined && parent !== session && isBelow(parent, above, members)
}
