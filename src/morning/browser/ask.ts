import type { PageAnswer, ShownEntry } from '../answer-schema.ts'
import { type MorningState, names, type Reasons, type Suggestions, type Told } from '../exchange.ts'
import type { LineName } from '../../report/document.ts'

/** What the server said; `unreached`: it did not answer. */
export type Heard<T> = { is: 'value'; value: T } | { is: 'problem'; why: string } | { is: 'unreached' }

export type StateHeard = Heard<{ state: MorningState; tag: string | null }> | { is: 'same' }

export async function askState(known: string | null): Promise<StateHeard> {
  const answer = await reach(names.state, known === null ? {} : { headers: { 'if-none-match': known } })
  if (answer === null) return { is: 'unreached' }
  if (answer.status === 304) return { is: 'same' }
  if (!answer.ok) return { is: 'problem', why: whyOf(answer) }
  // The server is of the same package as this page, so its answers are what the types say.
  const state: MorningState = JSON.parse(answer.body)
  return { is: 'value', value: { state, tag: answer.tag } }
}

export async function askReasons({ session, line }: LineName): Promise<Heard<Reasons>> {
  const answer = await reach(`${names.why}?session=${encodeURIComponent(session)}&line=${line}`, {})
  if (answer === null) return { is: 'unreached' }
  if (!answer.ok) return { is: 'problem', why: whyOf(answer) }
  const value: Reasons = JSON.parse(answer.body)
  return { is: 'value', value }
}

export const giveAnswer = (given: PageAnswer): Promise<Told> => post(names.answer, given)
export const takeBack = (entry: ShownEntry): Promise<Told> => post(names.undo, { entry })
export const sendOn = (sessions: readonly string[]): Promise<Told> => post(names.goOn, { sessions })

export async function askSuggestions(): Promise<Heard<Suggestions>> {
  const answer = await reach(names.suggestions, {})
  if (answer === null) return { is: 'unreached' }
  if (!answer.ok) return { is: 'problem', why: whyOf(answer) }
  const value: Suggestions = JSON.parse(answer.body)
  return { is: 'value', value }
}

async function post(name: string, body: unknown): Promise<Told> {
  const answer = await reach(name, { method: 'POST', body: JSON.stringify(body) })
  if (answer === null) return { ok: false, why: unreached }
  if (!answer.ok) return { ok: false, why: whyOf(answer) }
  const told: Told = JSON.parse(answer.body)
  return told
}

/** What a person can do about a server that does not answer. */
export const unreached =
  'The page is not served any more: run npx opencode-diverter morning again. Nothing that you do here is kept until then.'

/** An answer that came to its end. */
interface Reached {
  status: number
  ok: boolean
  tag: string | null
  body: string
}

async function reach(name: string, init: RequestInit): Promise<Reached | null> {
  try {
    const answer = await fetch(name, init)
    const { status, ok, headers } = answer
    return { status, ok, tag: headers.get('etag'), body: await answer.text() }
  } catch (error) {
    // All that the network refuses comes as this, also in the middle of an answer.
    if (error instanceof TypeError) return null
    throw error
  }
}

function whyOf({ status, body }: Reached): string {
  const said: unknown = JSON.parse(body)
  return typeof said === 'object' && said !== null && 'why' in said && typeof said.why === 'string'
    ? said.why
    : `The server answered ${status}`
}
