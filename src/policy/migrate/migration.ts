import { type Place, placeOf, type Span } from '../yaml/tree.ts'
import type { Edit } from './edit.ts'

/** Why a file cannot be migrated without a guess, and what a person does about it. */
export interface Refusal extends Place {
  message: string
}

/** What one part of a migration wants to change. */
export interface Changes {
  edits: Edit[]
  refusals: Refusal[]
}

export const noChanges: Changes = { edits: [], refusals: [] }

export const changed = (...edits: Edit[]): Changes => ({ edits, refusals: [] })

export const refused = (at: Span, message: string): Changes => ({ edits: [], refusals: [{ ...placeOf(at), message }] })

export const together = (parts: readonly Changes[]): Changes => ({
  edits: parts.flatMap(({ edits }) => edits),
  refusals: parts.flatMap(({ refusals }) => refusals),
})
