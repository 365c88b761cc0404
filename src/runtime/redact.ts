import { assignedIn } from './secrets/assignments.ts'
import { commandsIn } from './secrets/commands.ts'
import { shapesIn } from './secrets/shapes.ts'
import { blackedOut } from './secrets/span.ts'
import { tokensIn } from './secrets/tokens.ts'

/** What is surest first: what it has found is not looked at again. */
const readers = [tokensIn, shapesIn, assignedIn, commandsIn]

/**
 * The text with secrets replaced by `[REDACTED:kind]`; everything else stays, so a command keeps its
 * shape. Redacting again changes nothing.
 */
export function redact(text: string): string {
  let result = text
  for (let times = 0; times < mostTimes; times++) {
    const before = result
    for (const read of readers) result = blackedOut(result, read(result))
    if (result === before) break
  }
  return result
}

/** What stands in the place of one secret may complete the shape of another. */
const mostTimes = 4
