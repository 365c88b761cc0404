import { answerShape, questionShape, resultShape } from './shape.ts'

export type Digest = (text: string) => string

/** JSON with sorted keys: equal values give equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const pairs = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`)
  return `{${pairs.join(',')}}`
}

/** Equal for questions that differ only in case, spaces or closing punctuation. */
export const questionFingerprint = (question: string, digest: Digest): string =>
  digest(`question ${questionShape(question)}`)

/**
 * Equal for the same command, or the same patterns in any order. A person allows by it, so nothing counts as the same
 * that a shell could read differently: lines stay apart, and where something is quoted every space counts.
 */
export function requestFingerprint(
  request: { permission: string; command: string | null; patterns: readonly string[]; call: string | null },
  digest: Digest,
): string {
  const subject = request.command === null ? [...request.patterns].sort().join('\n') : sameWords(request.command)
  return digest(`${request.permission}\n${subject}\n${request.call ?? ''}`)
}

const sameWords = (command: string): string =>
  /['"`\\$]/.test(command) ? command.trim() : command.trim().replace(/[ \t]+/g, ' ')

/** Fields of a shell call that change nothing about what is run. */
const remarks = ['description', 'timeout']

/** Equal for the same tool with the same input; for shell calls remarks do not count. */
export function callFingerprint(tool: string, input: unknown, isShell: boolean, digest: Digest): string {
  if (!isShell || typeof input !== 'object' || input === null) return digest(`${tool}\n${canonical(input)}`)
  const kept = Object.entries(input).filter(([field]) => !remarks.includes(field))
  return digest(`${tool}\n${canonical(Object.fromEntries(kept))}`)
}

/** Equal for answers that say the same again. */
export const answerFingerprint = (text: string, digest: Digest): string => digest(`answer ${answerShape(text)}`)

/** The end of an output, where a failure stands. In characters. */
const judgedOutput = 8000

/** Equal for the same call with a result that says the same. */
export const outcomeFingerprint = (call: string, exit: number | null, output: string, digest: Digest): string =>
  digest(`outcome ${call} ${exit} ${resultShape(output.slice(-judgedOutput))}`)
