import { type CheckCode, checks, isCheckCode } from './checks.ts'
import { type Comment, commentsOf, commentsOfTemplate } from '../yaml/comments.ts'
import type { Problem } from './problem.ts'
import { isError, orderProblems, problemAt } from './list.ts'
import type { Source } from '../source.ts'
import { suggest } from './suggest.ts'
import { isTemplate } from '../text-files.ts'
import { type Lines, linesOf, position } from '../yaml/text-position.ts'
import { placeOf } from '../yaml/tree.ts'

/** A comment `# lint-ignore <code>: <reason>`, in a template `{{!-- lint-ignore <code>: <reason> --}}`. */
interface Suppression {
  code: string
  reason: string
  offset: number
  /** The lines whose problems it takes back. */
  first: number
  last: number
}

/** These look at what lies around a file too: a comment may be needed though nothing is found here. */
const hangOnOthers: readonly CheckCode[] = ['untested-rule', 'untested-policy', 'not-in-force']

const form = /^#?\s*lint-ignore(?![\w-])[\s:]*([\w-]*)\s*:?\s*(.*)$/

/**
 * Takes back the problems that comments in these files name, at the end of the same line or on the line before.
 * Errors stay. A comment without a reason takes nothing back; it, and one that nothing needs, become findings.
 */
export function applySuppressions(problems: readonly Problem[], sources: readonly Source[]): Problem[] {
  const applied = sources.map((source) => applyOf(source, problems))
  const hidden = new Set(applied.flatMap(({ hidden }) => hidden))
  return orderProblems([
    ...problems.filter((problem) => !hidden.has(problem)),
    ...applied.flatMap(({ found }) => found),
  ])
}

function applyOf({ name, text }: Source, problems: readonly Problem[]): { hidden: Problem[]; found: Problem[] } {
  const lines = linesOf(name, text.replace(/^\uFEFF/, ''))
  const own = problems.filter(({ file }) => file === name)
  const written = (what: string): string =>
    isTemplate(name) ? `{{!-- lint-ignore ${what} --}}` : `# lint-ignore ${what}`
  const results = suppressionsOf(lines).map((suppression) => {
    const { code, reason, first, last, offset } = suppression
    const say = (check: CheckCode, message: string) => {
      return {
        hidden: [],
        found: [problemAt(placeOf({ lines, start: offset, end: offset }), check, message, 'warning')],
      }
    }
    if (code === '')
      return say('unused-suppression', `Say what to ignore, as in: ${written('unused-name: another file uses it')}`)
    if (!isCheckCode(code)) {
      const hint = suggest(code, Object.keys(checks)) || ': the codes stand behind the messages of lint'
      return say('unused-suppression', `There is no check "${code}"${hint}`)
    }
    if (reason === '')
      return say(
        'suppression-without-reason',
        `Say why ${code} is ignored here, as in: ${written(`${code}: <reason>`)}`,
      )
    const hidden = own.filter((problem) => problem.code === code && problem.line >= first && problem.line <= last)
    if (checks[code].severity === 'error' || hidden.some(isError))
      return say(
        'unused-suppression',
        `${code} is an error${checks[code].severity === 'error' ? '' : ' here'}, which keeps the policy out of the set whatever a comment says: mend it`,
      )
    // What is at fault keeps other checks from looking, at a template whichever file of the policy it is.
    const mayBeNeeded = (isTemplate(name) ? problems : own).some(isError) || hangOnOthers.includes(code)
    if (hidden.length > 0 || mayBeNeeded) return { hidden, found: [] }
    return say('unused-suppression', `Nothing here needs to ignore ${code}: remove the comment`)
  })
  return { hidden: results.flatMap(({ hidden }) => hidden), found: results.flatMap(({ found }) => found) }
}

function suppressionsOf(lines: Lines): Suppression[] {
  if (!lines.text.includes('lint-ignore')) return []
  const { comments, longScalars } = isTemplate(lines.name)
    ? { comments: commentsOfTemplate(lines), longScalars: [] }
    : commentsOf(lines.text)
  const lineOf = (offset: number): number => position(lines, offset).line
  const isAlone = ({ offset, end }: Comment): boolean =>
    lines.text.slice(lines.starts[lineOf(offset) - 1] ?? 0, offset).trim() === '' &&
    lines.text.slice(end, lines.starts[lineOf(end)] ?? lines.text.length).trim() === ''
  const alone = new Set(comments.filter(isAlone).map(({ offset }) => lineOf(offset)))
  /** A text of several lines belongs to the line on which it begins; a block text to that of its `|`. */
  const lastLines = new Map(
    longScalars.flatMap(({ start, end }) => {
      const header = lineOf(lines.text.slice(0, start).trimEnd().length)
      return [header, lineOf(start)].map((line) => [line, lineOf(end)] as const)
    }),
  )
  return comments.flatMap((comment) => {
    const match = form.exec(comment.text.trimEnd())
    if (!match) return []
    const [, code = '', reason = ''] = match
    let first = lineOf(comment.offset)
    if (alone.has(first)) while (alone.has(first)) first += 1
    return [{ code, reason, offset: comment.offset, first, last: Math.max(first, lastLines.get(first) ?? 0) }]
  })
}
