import type { DomainEvent, Json } from '../../core/event.ts'
import { noGrant } from '../../core/grant-fact.ts'
import { fitsChoice, noAnswer, withAnswers } from '../../core/judging/questions.ts'
import { optionsOf } from '../../core/records/reading.ts'
import type { FindKind } from '../page/kinds.ts'
import type { StorePort } from '../ports.ts'
import { placed } from './give-word.ts'

/** What a person has said in this project, whichever session asked. */
export interface Said {
  /** The fact `grants`: the word in force on requests with a fingerprint. */
  grant: (fingerprint: string) => Json
  /** The fact `answers`: the last answer to what has a fingerprint, where the same choice was offered. */
  answer: (fingerprint: string, options: readonly string[]) => Json
  /** An event with the answers that its questions have got already. */
  known: (event: DomainEvent) => DomainEvent
}

const nothing = { decision: null, answer: null, at: null, record: null }

/** Where nobody can have said anything. */
export const nothingSaid: Said = {
  grant: () => noGrant,
  answer: () => nothing,
  known: (event) => event,
}

/** The word of a person as the store has it; a row without a seal of ours is nobody's. */
export function createSaid(store: StorePort, kinds: FindKind): Said {
  function answerTo(fingerprint: string, options: readonly string[]) {
    const project = store.project()
    const found = project.ok ? project.value.answers({ fingerprint }) : project
    const given = found.ok ? found.value.filter(({ sealed, decision }) => sealed && decision !== 'skip') : []
    const last = given.at(-1)
    if (
      last === undefined ||
      last.decision === 'withdrawn' ||
      !fitsChoice(options, offered(fingerprint, last.record), last.text)
    )
      return nothing
    return { decision: last.decision, answer: last.text, at: last.at, record: last.record }
  }

  /** What an entry that was answered offered to choose from. */
  function offered(fingerprint: string, id: string): readonly string[] {
    const project = store.project()
    const found = project.ok ? project.value.records({ fingerprint }) : project
    const entry = found.ok ? found.value.map(placed).find(({ record }) => record.id === id) : undefined
    if (!project.ok || entry === undefined) return []
    return optionsOf(kinds(project.value, entry.root, entry.record.kind), entry.record)
  }

  return {
    grant: (fingerprint) => {
      const project = store.project()
      const found = project.ok ? project.value.inForce() : project
      const last = found.ok ? found.value.findLast((one) => one.sealed && one.fingerprint === fingerprint) : undefined
      if (last === undefined) return noGrant
      return { word: last.reach, grant: last.id, at: last.at, record: last.record }
    },
    answer: answerTo,
    known: (event) =>
      withAnswers(event, ({ fingerprint, options }) => {
        const { answer, at } = answerTo(fingerprint, options)
        return answer === null ? noAnswer : { answer, answeredAt: at }
      }),
  }
}
