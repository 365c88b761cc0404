import { type Case, type CaseSession, mainSession } from '../policy/cases/schema.ts'

/** All sessions of a case; the main one is there without being named. */
export const sessionsOf = ({ world = {} }: Pick<Case, 'world'>): [string, CaseSession][] =>
  Object.entries<CaseSession>({ [mainSession]: {}, ...world.sessions })

export { mainSession }
