import { clearings, events } from '../../../core/vocabulary.ts'
import { suggest } from '../../problems/suggest.ts'
import type { Path } from '../../yaml/tree.ts'
import type { Check, Finding, LintContext } from '../context.ts'

/** Words behind `clears` that name nothing, and slots that it cannot clear. */
export const clearsValue: Check = {
  code: 'clears-value',
  run: (context) =>
    Object.entries(context.document.memory ?? {}).flatMap(([name, { clears, scope }]) => {
      const path = ['memory', name, 'clears']
      if (clears === undefined) return []
      const message = `The slot "${name}" has scope project: only steps change what stands in the project file`
      if (scope === 'project') return [context.problem(path, message, { key: true })]
      return unknownWords(clears, path, clearings, context)
    }),
}

/** Words that are neither events nor among these. */
export function unknownWords(
  clears: string | readonly string[],
  path: Path,
  words: readonly string[],
  { problem }: LintContext,
): Finding[] {
  const known = [...words, ...Object.keys(events)]
  const given =
    typeof clears === 'string' ? [{ word: clears, path }] : clears.map((word, at) => ({ word, path: [...path, at] }))
  return given.flatMap(({ word, path: at }) => {
    if (known.includes(word)) return []
    const hint = suggest(word, known) || `: allowed are ${words.join(', ')} and the events`
    return [problem(at, `Nothing is called "${word}" that could clear it${hint}`)]
  })
}
