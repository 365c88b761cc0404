import type { AnswerRow, Grant, Kept } from '../store/store.ts'

/** What a person has said last about a request. */
export type Said =
  | { is: 'nothing' }
  | { is: 'allowed'; times: number }
  | { is: 'words'; text: string }
  /** Never, or an allow that was taken back. */
  | { is: 'never' }

/** The words of a person by what they are about; what has no seal of ours is nobody's. */
export function readSaid(
  answers: readonly Kept<AnswerRow>[],
  grants: readonly Kept<Grant>[],
  isRenewed: boolean,
): (fingerprint: string) => Said {
  const sealed = answers.filter((one) => one.sealed)
  const given = grants.filter((one) => one.sealed)
  // An answer that nobody read was never given.
  const isUndone = ({ fingerprint, ended }: Grant): boolean =>
    sealed.some((one) => one.decision === 'withdrawn' && one.fingerprint === fingerprint && one.at === ended?.at)
  return (fingerprint) => {
    const own = given.filter((one) => one.fingerprint === fingerprint)
    const last = own.at(-1)
    if (last?.reach === 'never' && last.ended === null) return { is: 'never' }
    if (last?.ended?.by === 'revoked' && !isUndone(last)) return { is: 'never' }
    // Where somebody else wrote into the store, nothing that was said before opens anything.
    if (isRenewed) return { is: 'nothing' }
    const answer = sealed.findLast((one) => one.fingerprint === fingerprint && one.decision !== 'skip')
    switch (answer?.decision) {
      case 'once':
      case 'project':
        return { is: 'allowed', times: own.filter(({ reach }) => reach !== 'never').length }
      case 'words':
        return answer.text === null ? { is: 'nothing' } : { is: 'words', text: answer.text }
      case 'never':
        return { is: 'never' }
      case 'skip':
      case 'withdrawn':
      case undefined:
        return { is: 'nothing' }
    }
  }
}
