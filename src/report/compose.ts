import { clockText, dateText } from '../core/operators/time/zone.ts'
import { mostCards } from './bounds.ts'
import {
  type Block,
  code,
  type Document,
  type Line,
  type LineName,
  line,
  mark,
  quoted,
  type Section,
} from './document.ts'
import type { DecidedEntry, Report, SessionReport, Waiting } from './schema.ts'
import { sessionBlocks } from './session-blocks.ts'
import { tableOf } from './page/session-table.ts'
import { warningLine } from './warnings.ts'
import { timelineBlocks } from './page/timeline.ts'
import { clock, costText, decisionWords, lasted, nameOf, nightOf, outcomeLine, some, stateOf } from './words.ts'

/** A report as a person reads it; every view shows this and nothing else. */
export function compose(report: Report): Document {
  const { sessions, zone, made, project } = report
  const { timeline, moments } = timelineBlocks(report)
  return {
    title: 'Report',
    about: line(
      code(project),
      ` · ${spanWords(report)} · made ${dateText(made, zone)} ${clockText(made, zone)} · local time, ${zone}`,
    ),
    outcome: outcomeOf(report),
    sections: [
      section('Warnings', report.warnings.length, [
        { is: 'list', items: report.warnings.map((warning) => warningLine(warning, zone)) },
      ]),
      section('Waits for you', report.waiting.length, waitingBlocks(report)),
      section(
        'Decided without you',
        report.decided.length,
        few(report.decided, decidedCard, 'npx opencode-diverter page'),
      ),
      section('Sessions', sessions.length, [
        ...tableOf(sessions.slice(0, mostCards), zone),
        ...few(sessions, (session) => sessionCard(session, zone), 'npx opencode-diverter report --json'),
      ]),
      section('Timeline', null, timeline),
      section('Answers', report.answers.length, [
        { is: 'list', items: report.answers.map((one) => answerLine(one, zone)) },
      ]),
      section('What you allowed or forbade', report.grants.length, [
        { is: 'list', items: report.grants.map((one) => grantLine(one, zone)) },
      ]),
      section('What happened', null, moments),
    ].filter(({ blocks, count }) => blocks.length > 0 && count !== 0),
  }
}

const section = (title: string, count: number | null, blocks: readonly Block[]): Section => ({ title, count, blocks })

function spanWords({ span, zone, sessions }: Report): string {
  switch (span.of) {
    case 'since':
      return `since ${dateText(span.from, zone)} ${clockText(span.from, zone)}`
    case 'all':
      return 'all nights'
    case 'sessions':
      return some(sessions.length, 'session')
  }
}

/** A line a session; of several first how many ended how. */
function outcomeOf(report: Report): Line[] {
  const { sessions, zone, waiting, elsewhere } = report
  const asked = [
    ...(waiting.length === 0
      ? []
      : [`${some(waiting.length, 'question')} ${waiting.length === 1 ? 'waits' : 'wait'} for you.`]),
    ...(elsewhere === 0
      ? []
      : [`${some(elsewhere, 'question')} of other nights ${elsewhere === 1 ? 'waits' : 'wait'} too.`]),
  ].join(' ')
  const [only] = sessions
  if (only === undefined)
    return [
      line(
        mark('rest', 'No night'),
        `: no session was at work ${report.span.of === 'all' ? 'here' : 'since then'}; --all shows all nights.`,
        ...(asked === '' ? [] : [` ${asked}`]),
      ),
    ]
  const sum = sessions.reduce((all, { spent }) => all + spent.cost, 0)
  if (sessions.length === 1) return [line(...outcomeLine(only, zone), ...(asked === '' ? [] : [` ${asked}`]))]
  const counts = new Map<string, { tone: ReturnType<typeof stateOf>['tone']; times: number }>()
  for (const { outcome } of sessions) {
    const { tone } = stateOf(outcome)
    const word = endWord(outcome)
    counts.set(word, { tone, times: (counts.get(word)?.times ?? 0) + 1 })
  }
  const words = [...counts].flatMap(([word, { tone, times }], index) => [
    ...(index === 0 ? [] : [', ']),
    mark(tone, `${times} ${word}`),
  ])
  return [
    line(
      `${sessions.length} sessions: `,
      ...words,
      `.${sum > 0 ? ` Cost ${costText(sum)}.` : ''}${asked === '' ? '' : ` ${asked}`}`,
    ),
    ...sessions
      .slice(0, mostCards)
      .map((session) => line(quoted(nameOf(session)), ': ', ...outcomeLine(session, zone))),
    ...(sessions.length <= mostCards ? [] : [line(`And ${sessions.length - mostCards} more.`)]),
  ]
}

/** How a session ended, behind how many did so. */
function endWord(outcome: SessionReport['outcome']): string {
  const { word } = stateOf(outcome)
  switch (outcome.is) {
    case 'verified':
    case 'claimed':
      return `${word} done`
    case 'stopped':
      return `stopped (${word})`
    default:
      return word
  }
}

function waitingBlocks({ waiting, sessions, zone }: Report): Block[] {
  const names = new Map(sessions.map((session) => [session.id, nameOf(session)]))
  return few(waiting, (one) => waitingCard(one, names, zone), 'npx opencode-diverter answer')
}

/** The first of many; `all` is the command that tells all of them. */
function few<T>(items: readonly T[], card: (item: T) => Block, all: string): Block[] {
  const left = items.length - mostCards
  return [
    ...items.slice(0, mostCards).map(card),
    ...(left <= 0
      ? []
      : [{ is: 'line' as const, line: line(`${left} more are not shown here; `, code(all), ' has all.') }]),
  ]
}

function waitingCard(one: Waiting, names: ReadonlyMap<string, string>, zone: string): Block {
  const { entries, label, question, details, options, choices, seen, at, holds, allowable, answer } = one
  const from = [...new Set(entries.map(({ session }) => session))]
  const isChoice = (at: number): boolean => choices.some(({ option }) => option === at)
  return {
    is: 'card',
    tone: holds ? 'stall' : 'plain',
    title: line(code(entries.map(({ id }) => id).join(', ')), ' ', quoted(question)),
    blocks: [
      {
        is: 'line',
        line: line(
          ...(label === null ? [] : [quoted(label), ' · ']),
          ...(holds ? [mark('stall', 'work waits for it'), ' · '] : []),
          `asked ${dateText(at, zone)} ${clockText(at, zone)}${seen > 1 ? `, seen ${seen} times` : ''} · in `,
          ...from.flatMap((id, index) => [...(index === 0 ? [] : [', ']), quoted(names.get(id) ?? id)]),
          ...(from.length > 1 ? ['; one answer closes all'] : []),
        ),
      },
      ...details.map(({ name, value }): Block => ({ is: 'voice', source: name, text: value })),
      ...(options.length === 0
        ? []
        : [
            {
              is: 'options' as const,
              items: options.map((option, at) => ({ line: line('Option ', quoted(option)), isChoice: isChoice(at) })),
            },
          ]),
      ...(allowable
        ? [{ is: 'line' as const, line: line('An allow holds for exactly this request; it beats no other policy.') }]
        : []),
      { is: 'commands', texts: answer },
    ],
    ask: {
      entries,
      options: choices.map(({ text, about }) => ({ text, about })),
      allowable,
      stands: false,
      why: whyOf(entries),
    },
  }
}

/** The first of them whose line is known. */
function whyOf(entries: Waiting['entries']): LineName | null {
  const found = entries.flatMap(({ session, line: number }) => (number === null ? [] : { session, line: number }))
  return found[0] ?? null
}

function decidedCard({ entry, question, chosen, choices }: DecidedEntry): Block {
  return {
    is: 'card',
    tone: 'plain',
    title: line(code(entry.id), ' ', quoted(question)),
    blocks: [
      ...(chosen === null ? [] : [{ is: 'line' as const, line: line('→ ', quoted(chosen)) }]),
      { is: 'line', line: line('It stands unless you overrule it:') },
      ...(choices.length === 0
        ? []
        : [
            {
              is: 'options' as const,
              items: choices.map(({ text }) => ({ line: line('Instead ', quoted(text)), isChoice: true })),
            },
          ]),
      { is: 'commands', texts: [`npx opencode-diverter answer ${entry.id} "…"`] },
    ],
    ask: {
      entries: [entry],
      options: choices.map(({ text, about }) => ({ text, about })),
      allowable: false,
      stands: true,
      why: whyOf([entry]),
    },
  }
}

function sessionCard(session: SessionReport, zone: string): Block {
  const { word, tone } = stateOf(session.outcome)
  const { begun, last, id } = session
  const took =
    begun === null || last === null
      ? ''
      : ` · ${dateText(begun, zone)} ${clockText(begun, zone)} to ${clock(last, zone, nightOf(session))}, ${lasted(last - begun)}`
  return {
    is: 'card',
    tone,
    title: line(quoted(nameOf(session)), ' ', mark(tone, word)),
    blocks: [{ is: 'line', line: line(code(id), took) }, ...sessionBlocks(session, zone)],
    ask: null,
  }
}

const viaWords: Record<Report['answers'][number]['via'], string> = {
  dialog: 'in the dialog',
  question: 'by the question tool',
  command: 'by a command in OpenCode',
  terminal: 'in the terminal',
  page: 'on the page of the morning',
}

function answerLine({ entry, at, via, name, decision, text }: Report['answers'][number], zone: string): Line {
  const who = name === null ? line('you') : line(quoted(name))
  const what = text === null ? line(decisionWords[decision]) : line(quoted(text))
  return line(
    code(entry),
    ': ',
    ...what,
    ', ',
    ...who,
    ` ${viaWords[via]}, ${dateText(at, zone)} ${clockText(at, zone)}`,
  )
}

function grantLine({ id, subject, reach, at, ended }: Report['grants'][number], zone: string): Line {
  const when = (time: number): string => `${dateText(time, zone)} ${clockText(time, zone)}`
  const end = ended === null ? ', in force' : `, ${ended.by} ${when(ended.at)}`
  return line(quoted(subject), `: ${decisionWords[reach]}, ${when(at)}${end} (grant ${id})`)
}
