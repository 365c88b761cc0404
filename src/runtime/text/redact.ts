import { memo } from '../../core/operators/memo.ts'
import { assignedIn } from '../secrets/assignments.ts'
import { callsIn } from '../secrets/calls.ts'
import { columnsIn } from '../secrets/columns.ts'
import { commandsIn } from '../secrets/commands.ts'
import { manifestsIn } from '../secrets/manifests.ts'
import { shapesIn } from '../secrets/shapes.ts'
import { blackedOut } from '../secrets/span.ts'
import { tokensIn } from '../secrets/tokens.ts'

/** What is surest first: what it has found is not looked at again. */
const readers = [tokensIn, shapesIn, manifestsIn, callsIn, assignedIn, commandsIn, columnsIn]

/**
 * The text with secrets replaced by `[REDACTED:kind]`; everything else stays, so a command keeps its
 * shape. Redacting again changes nothing.
 */
export function redact(text: string): string {
  if (text.length <= longestName) return ofName(text)
  return text.length <= longestSaid ? ofSaid(text) : blacked(text)
}

/** Names, kinds and words of policies come again with each decision. In UTF-16 units. */
const longestName = 100
const ofName = memo(2000, blacked)
/** What is said to the model, such as the instructions of a run, comes again with each turn. In UTF-16 units. */
const longestSaid = 8000
const ofSaid = memo(64, blacked)

function blacked(text: string): string {
  let result = text
  for (let times = 0; times < mostTimes; times++) {
    const before = result
    for (const read of readers) result = blackedOut(result, read(result))
    if (result === before) break
  }
  return result
}

/**
 * The secrets of a text as they stand in it, and as a word of a shell line or a path has them, with what is written in
 * their place: apart from what stands around them nobody would know them.
 */
export function secretsIn(text: string): Map<string, string> {
  const found = new Map<string, string>()
  let rest = text
  for (let times = 0; times < mostTimes; times++) {
    const before = rest
    for (const read of readers) {
      const spans = read(rest)
      for (const { from, to, kind } of spans)
        for (const form of formsOf(rest.slice(from, to))) if (!form.includes(mark)) found.set(form, `${mark}${kind}]`)
      rest = blackedOut(rest, spans)
    }
    if (rest === before) break
  }
  return found
}

const mark = '[REDACTED:'

const formsOf = (secret: string): string[] => [
  secret,
  secret.replace(/\\(.)/g, '$1').replace(/["']/g, ''),
  secret.replace(/\/{2,}/g, '/'),
]

/** What stands in the place of one secret may complete the shape of another. */
const mostTimes = 4
