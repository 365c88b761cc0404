import type { Unsealed } from '../../store/store.ts'

const reasons: Record<Exclude<Unsealed['why'], 'snapshot'>, string> = {
  forged: 'no seal of ours',
  'lost-key': 'sealed with a key that is gone',
  missing: 'gone',
}

/** What a person hears of lines that are not sealed. */
export const unsealedNames = (unsealed: readonly Unsealed[]): string[] =>
  unsealed.map(({ seq, why }) => (why === 'snapshot' ? 'the snapshot' : `${seq} (${reasons[why]})`))
