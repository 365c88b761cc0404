import { fieldsOf } from './payload.ts'

export type Digest = (text: string) => string

/** JSON with sorted keys: equal values give equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = fieldsOf(value)
  const pairs = Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`)
  return `{${pairs.join(',')}}`
}

/** Equal for questions that differ only in case, spaces or closing punctuation. */
export function questionFingerprint(question: string, digest: Digest): string {
  const words = question.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).join(' ')
  return digest(`question ${words.replace(/[\s.?!:…]+$/u, '')}`)
}

/** Equal for the same command, or the same patterns in any order. */
export function requestFingerprint(
  request: { permission: string; command: string | null; patterns: readonly string[]; call: string | null },
  digest: Digest,
): string {
  const subject =
    request.command === null
      ? [...request.patterns].sort().join('\n')
      : request.command.split(/\s+/).filter(Boolean).join(' ')
  return digest(`${request.permission}\n${subject}\n${request.call ?? ''}`)
}

/** Equal for the same tool with the same input. */
export function callFingerprint(tool: string, input: unknown, digest: Digest): string {
  return digest(`${tool}\n${canonical(input)}`)
}

/**
 * Equal for answers that say the same again: numbers, clock times, ids, spinners and punctuation do not count.
 * Numbers may be progress, so equal answers alone never prove that nothing moved.
 */
export function answerFingerprint(text: string, digest: Digest): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(?=[0-9a-f]*[0-9])[0-9a-f][0-9a-f-]{3,}\b/g, '0')
    .replace(/\p{N}+/gu, '0')
    .replace(/[^\p{L}\p{M}0]+/gu, ' ')
    .replace(/0(?: ?0)+/g, '0')
    .trim()
  return digest(`answer ${words}`)
}
