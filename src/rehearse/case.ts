import type { Case, CaseSession } from '../policy/case-schema.ts'

/** All sessions of a case; the main one is there without being named. */
export const sessionsOf = ({ world = {} }: Pick<Case, 'world'>): [string, CaseSession][] =>
  Object.entries<CaseSession>({ [mainSession]: {}, ...world.sessions })

/** The session that a step means unless it names another. */
export const mainSession = 'S1'
