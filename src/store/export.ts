import type { Result } from './problem.ts'
import type { Line, ProjectStore } from './store.ts'

/** Lines that are read at once. */
const page = 1000

/**
 * Writes a whole tree as JSON Lines: first the policy sets that it decided by, then each sealed line. Gives how many
 * lines were left out since they are not sealed.
 */
export function exportTree(
  project: Pick<ProjectStore, 'sets' | 'since'>,
  root: string,
  write: (text: string) => void,
): Result<number> {
  const sets = project.sets(root)
  if (!sets.ok) return sets
  for (const { hash, documents } of sets.value)
    write(`{"v":1,"line":"policies","hash":${JSON.stringify(hash)},"documents":${documents}}\n`)
  let leftOut = 0
  for (let from = 0; ; ) {
    const found = project.since(root, from, page)
    if (!found.ok) return found
    const { lines, unsealed, seq } = found.value
    for (const line of lines) write(`${lineText(line)}\n`)
    leftOut += unsealed.length
    if (lines.length + unsealed.length < page) return { ok: true, value: leftOut }
    from = seq
  }
}

/** One object: what the store knows of the line, then its body. */
export function lineText({ seq, process, at, kind, body }: Line): string {
  const head = JSON.stringify({ v: 1, seq, process, at, line: kind })
  return body === '{}' ? head : `${head.slice(0, -1)},${body.slice(1)}`
}
