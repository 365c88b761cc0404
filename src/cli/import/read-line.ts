import { type JournalLine, type LineBody, parseLine } from '../../runtime/nights/journal-line.ts'
import { fits, hasShape, isObject } from './fits.ts'

/** What each kind of line must have, so that nothing that reads it later meets a hole. */
const shapes: Record<LineBody['line'], Readonly<Record<string, string>>> = {
  decision: {
    session: 'string',
    event: 'event',
    facts: 'object',
    set: 'string',
    rules: 'list<object>',
    verdict: 'verdict',
    effects: 'list<object>',
    changes: 'list<change>',
  },
  call: { session: 'string', tool: 'string', ok: 'boolean', wrote: 'list<string>' },
  set: { set: 'string', changes: 'list<change>' },
  session: {
    session: 'string',
    parent: 'string?',
    agent: 'string?',
    variant: 'string?',
    hasTask: 'boolean',
    mode: 'run|serve|tui',
  },
  sent: { session: 'string', turn: 'string', mark: 'string', by: 'string', text: 'string', changes: 'list<change>' },
  answer: { record: 'string', changes: 'list<change>' },
  change: { why: 'string', changes: 'list<change>' },
}

/** A line of an export, or of a journal of version 0.1, as this version writes it; null if it is neither. */
export function readWrittenLine(text: string): JournalLine | null {
  const value = parsed(text)
  if (!isObject(value)) return null
  const line = parseLine(JSON.stringify(upgraded(value)))
  return line !== null && hasShape(line, shapes[line.line]) ? line : null
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function upgraded(line: Record<string, unknown>): Record<string, unknown> {
  const { changes, status: _status, text: _text, ...answer } = line
  const rest = line['line'] === 'answer' ? answer : line
  const event = 'event' in rest ? { event: upgradedEvent(rest['event']) } : {}
  const mended = Array.isArray(changes) ? { changes: changes.map((one) => upgradedChange(one, line['at'])) } : {}
  return { ...rest, ...event, ...mended }
}

/** In version 0.1 a tool call did not tell which files it wrote, only that it changed something. */
function upgradedEvent(event: unknown): unknown {
  if (!isObject(event) || event['type'] !== 'tool.finished') return event
  const { changed, command, paths } = event
  return { wrote: changed === true && command === null ? paths : [], workdir: null, lasted: null, ...event }
}

/** In version 0.1 an entry knew its answer and nothing of who gave it. */
function upgradedChange(change: unknown, at: unknown): unknown {
  if (!isObject(change)) return change
  if (change['change'] === 'shadow') return { ...change, of: upgradedChange(change['of'], at) }
  if (change['change'] === 'record.added' && isObject(change['record']))
    return { ...change, record: { ...unanswered, ...change['record'] } }
  if (change['change'] !== 'record.closed' || 'word' in change) return change
  const { answer, ...closed } = change
  return { ...closed, word: wordOf(change['status'], answer, at) }
}

/** How it was answered is read as in every older line. */
const unanswered = { answeredAt: null, answeredVia: null, answeredBy: null, allowable: false }

function wordOf(status: unknown, answer: unknown, at: unknown): unknown {
  const given = { at, via: 'terminal', by: null }
  if (status === 'skipped') return { ...given, decision: 'skip', text: null }
  return fits('string', answer) ? { ...given, decision: 'words', text: answer } : null
}
