import { answerShape, questionShape, resultShape } from './shape.ts'
import { withoutEnd } from './text.ts'

export type Digest = (text: string) => string

/** What lies deeper was made to be deep; it would use up the stack. */
const deepest = 500

/**
 * JSON with sorted keys: equal values give equal texts. Half a surrogate pair, which is slow to escape, counts as the
 * sign that stands for it wherever a text leaves the process.
 */
export function canonical(value: unknown, depth = 0): string {
  if (depth > deepest) return '"…"'
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, depth + 1)).join(',')}]`
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed())
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const pairs = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one, depth + 1)}`)
  return `{${pairs.join(',')}}`
}

/** Equal for questions that differ only in case, spaces or closing punctuation. */
export const questionFingerprint = (question: string, digest: Digest): string =>
  digest(`question ${questionShape(question)}`)

/**
 * Equal for the same command and the same patterns in any order. A person allows by it, so nothing counts as the same
 * that a shell could read differently: lines stay apart, and where something is quoted or goes over several lines every
 * space counts. The patterns of a shell call are pieces of its command; those beside any other command are what it
 * would reach. `call` and `workdir` tell requests apart that say the same.
 */
export function requestFingerprint(
  request: {
    permission: string
    command: string | null
    patterns: readonly string[]
    call: string | null
    workdir: string | null
  },
  digest: Digest,
): string {
  const { permission, command, call, workdir } = request
  const reach = request.patterns.map(onOneLine).sort().join('\n')
  const beside = permission === 'bash' ? '' : `\n${reach}`
  const subject = command === null ? reach : `${sameWords(command)}${beside}`
  const where = workdir === null ? '' : `\n${onOneLine(workdir)}`
  return digest(`${permission}\n${subject}\n${call ?? ''}${where}`)
}

/** A name with a line break is not two names. */
const onOneLine = (pattern: string): string => pattern.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

/** No other character is a blank for a shell. */
const withoutOuterBlanks = (text: string): string => withoutEnd(text.replace(/^[ \t\n]+/, ''), ' \t\n')

/** A here-document has no quotes, and its indentation is code. */
const sameWords = (command: string): string => {
  if (/['"`\\$]/.test(command)) return command
  const bare = withoutOuterBlanks(command)
  return bare.includes('\n') ? bare : bare.replace(/[ \t]+/g, ' ')
}

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
