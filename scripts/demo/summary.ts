import { lastStop } from '../../tests/support/journal.ts'
import type { Project } from '../../tests/support/project.ts'
import type { Server } from '../../tests/support/serve.ts'
import { openSession } from '../../tests/support/session.ts'
import type { Story } from './story.ts'

export interface Summary {
  /** Requests to a person that were answered by the policy. */
  diverted: string[]
  /** Entries in blockers.md. */
  logged: string[]
  /** Times that the agent stopped too early and was told to go on. */
  continued: number
  /** What went wrong on the way, in order. */
  mishaps: string[]
  /** Why the run stopped, with what is said beside it: "done (verified by npm test, 03:12)"; null if it did not. */
  stopped: string | null
}

/** What happened, seen from outside: the host's events and messages, and the files. */
export async function summarise(server: Server, id: string): Promise<Summary> {
  const messages = (await server.client.session.messages({ sessionID: id })).data ?? []
  const questions = messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) =>
      part.type === 'tool' && part.tool === 'question' && part.state.status === 'error' ? [part] : [],
    )
    .map((part) => {
      const asked = part.state.input['questions']
      return Array.isArray(asked)
        ? `question: ${asked.map((one: { question: string }) => one.question).join(' ')}`
        : 'question'
    })
  const sent = (await (await openSession(server, id)).messages()).filter(
    ({ role, ignored }) => role === 'user' && !ignored,
  )
  return {
    diverted: [...refused(server, id), ...questions],
    logged: entries(server.project),
    continued: sent.length - 1,
    mishaps: mishaps(server.project, id),
    stopped: stopText(lastStop(server.project, id)),
  }
}

const stopText = (stop: ReturnType<typeof lastStop>): string | null =>
  stop === null ? null : `${stop.reason}${stop.detail === null ? '' : ` (${stop.detail})`}`

function refused(server: Server, id: string): string[] {
  const own = server.events().filter((event) => event.properties.sessionID === id)
  const rejected = own
    .filter((event) => event.type === 'permission.replied' && event.properties['reply'] === 'reject')
    .map((event) => event.properties['requestID'])
  return own
    .filter((event) => event.type === 'permission.asked' && rejected.includes(event.properties['id']))
    .map((event) => `permission: ${String(event.properties['permission'])} ${String(event.properties['patterns'])}`)
}

function entries(project: Project): string[] {
  return project
    .blockers()
    .split('\n')
    .filter((line) => /^- \[[ x]\] /.test(line))
}

function mishaps(project: Project, id: string): string[] {
  return project.journal(id).flatMap(({ event, changes }) => {
    const switched = Array.isArray(changes) ? changes.find(({ change }) => change === 'switched') : undefined
    return [...mishapOf(event ?? { type: '' }), ...(switched ? [`from here on: ${String(switched.model)}`] : [])]
  })
}

function mishapOf(event: { type: string; kind?: unknown; doing?: unknown }): string[] {
  if (event.type === 'turn.failed') return [`error: ${String(event.kind)}`]
  return event.type === 'session.silent' ? [`silence: ${String(event.doing)}`] : []
}

/** True if all that the story tells has come about. */
export function isWholeNight(summary: Summary, story: Story): boolean {
  const { diverted, logged, continued, mishaps } = summary
  const hasAll = story.mishaps.every((mishap) => mishaps.includes(mishap))
  return diverted.length > 0 && logged.length > 0 && continued > 0 && hasAll && isShown(summary)
}

/** Done means shown, in the demo too. */
const isShown = ({ stopped }: Summary): boolean => stopped?.startsWith('done (verified by ') ?? false
