import { cut } from '../core/text.ts'
import type { Level } from '../core/vocabulary.ts'
import type { Attempt, HostPort } from '../runtime/ports.ts'
import type { OpenRequest, Session } from '../runtime/session.ts'
import type { HostClient, PermissionReply } from './client.ts'
import { markKey, modelKey } from '../decode/user.ts'
import type { Mirrors } from './mirror.ts'
import { createRecent, type Recent } from '../decode/recent.ts'

export interface Performer {
  port: HostPort
  /** Requests that we answered, by id. */
  answered: Recent
}

const logLevels = { debug: 'debug', info: 'info', warning: 'warn', error: 'error' } as const

/** Carries out in the host what the runtime decided. */
export function createPerformer(client: HostClient, mirrors: Mirrors): Performer {
  const answered = createRecent(1000)
  const running = new Map<string, Promise<Attempt>>()
  const log = (level: 'debug' | Level, message: string) => client.log(logLevels[level], message)

  const answer = (request: OpenRequest, verdict: 'allow' | { deny: string }): Promise<Attempt> => {
    if (request.kind === 'question') {
      return verdict === 'allow'
        ? Promise.resolve({ ok: false, error: 'Cannot allow a question: only its answer or a denial is possible' })
        : client.replyToQuestion(request.id, answersOf(request, verdict.deny))
    }
    const reply: PermissionReply = verdict === 'allow' ? { reply: 'once' } : { reply: 'reject', message: verdict.deny }
    return client.replyToPermission(request.id, reply)
  }

  const port: HostPort = {
    answer: (_session, request, verdict) => {
      const before = running.get(request.id)
      if (before) return before
      answered.add(request.id)
      const attempt = answer(request, verdict).finally(() => running.delete(request.id))
      running.set(request.id, attempt)
      return attempt
    },
    prompt: async (session, text, mark, model) => {
      const mirror = mirrors.of(session.id)
      mirror.prompt = 'left'
      const attempt = await client.send({
        session: session.id,
        to: session,
        parts: [{ text, metadata: { [markKey]: mark, ...(model !== null && { [modelKey]: model }) } }],
      })
      if (!attempt.ok) mirror.prompt = 'none'
      return attempt
    },
    notify: (session, text, level) => {
      client.toast(text, level, session === null ? null : nameAmongOthers(session, mirrors))
      log(level, session ? `${session.id}: ${text}` : text)
    },
    abort: async (session) => {
      // A session that rests has nothing to abort, and no word of the host would follow.
      const below = mirrors.treeBelow(session.id).filter((mirror) => mirror.session.busy)
      if (below.length === 0) return { ok: true }
      for (const mirror of below) mirror.aborting = true
      const attempt = await client.abort(session.id)
      if (!attempt.ok) for (const mirror of below) mirror.aborting = false
      return attempt
    },
    log,
  }
  return { port, answered }
}

const longestName = 40

/** Where several sessions work side by side a notice names its own. */
function nameAmongOthers(session: Session, mirrors: Mirrors): string | null {
  const root = mirrors.of(mirrors.rootOf(session.id)).session
  return mirrors.hasOtherRoots(root.id) && root.title !== '' ? cut(root.title, longestName) : null
}

/** A shown question can only be refused without words, so the words go where an answer would. */
function answersOf(request: OpenRequest, text: string): string[][] {
  return request.event.type === 'question.asked' ? request.event.questions.map(() => [text]) : [[text]]
}
