import { type Block, code, type Inline, type Line, line, mark, quoted } from './document.ts'
import type { LongCall, Mishap, RuleCounts, SessionReport, ToolCounts, WaitReport } from './schema.ts'
import { clock, costText, lasted, nightOf, some, times } from './words.ts'

/** What a session did, in blocks; what is empty is left out. */
export function sessionBlocks(session: SessionReport, zone: string): Block[] {
  const { request, spent, tools, longest, course, claim, rules, prompts, mishaps, waits, stops, left } = session
  const at = (time: number): string => clock(time, zone, nightOf(session))
  const lists: [string, readonly Line[]][] = [
    ['Diverted, refused, asked and allowed', rules.map(ruleLine)],
    ['Told to go on', prompts.map(({ rule, times: count }) => line(code(rule), ` ${times(count)}`))],
    ['On the way', mishaps.map((one) => mishapLine(one, at))],
    ['Waits', waits.map((one) => waitLine(one, at))],
    ['Stops and pauses', stops.length < 2 ? [] : stops.map((one) => stopLine(one, at))],
  ]
  return [
    ...(request === null ? [] : [{ is: 'voice' as const, source: `You, ${at(request.at)}`, text: request.text }]),
    { is: 'line', line: line(effort(spent), longestTurn(course, at)) },
    ...(tools.length === 0 ? [] : [{ is: 'line' as const, line: line('Calls by tool: ', ...toolsOf(tools), '.') }]),
    ...longestBlocks(longest, at),
    ...fileBlocks(session),
    ...lists.flatMap(([title, items]): Block[] =>
      items.length === 0
        ? []
        : [
            { is: 'line', line: line(`${title}:`) },
            { is: 'list', items },
          ],
    ),
    ...(left === 0
      ? []
      : [{ is: 'line' as const, line: line(`And ${left} more between them that are not listed; export has all.`) }]),
    claim === null
      ? { is: 'line', line: line('The agent did not say anything at the end.') }
      : { is: 'voice', source: `The agent's last words, ${at(claim.at)}, which prove nothing`, text: claim.text },
  ]
}

function effort({ turns, steps, calls, prompts, tokens, cost, helpers }: SessionReport['spent']): string {
  const parts = [
    some(turns, 'turn'),
    ...(steps === 0 ? [] : [some(steps, 'step'), some(calls, 'call')]),
    some(prompts, 'prompt of ours', 'prompts of ours'),
    some(tokens, 'token'),
    cost === 0 ? 'no cost reported' : `cost ${costText(cost)}`,
  ]
  const share =
    helpers.steps === 0
      ? ''
      : `; helpers: ${some(helpers.steps, 'step')}, ${some(helpers.tokens, 'token')}, cost ${costText(helpers.cost)}`
  return `${parts.join(', ')}${share}.`
}

/** Of several turns the one that took longest; nothing where neighbours are one row. */
function longestTurn({ turns }: SessionReport['course'], at: (time: number) => string): string {
  const [longest] = turns.toSorted((one, other) => other.to - other.from - (one.to - one.from))
  if (longest === undefined || turns.length < 2 || turns.some((row) => row.turns > 1)) return ''
  const { from, to } = longest
  return to === from ? '' : ` The longest turn took ${lasted(to - from)}, ${at(from)} to ${at(to)}.`
}

const toolsOf = (tools: readonly ToolCounts[]): Inline[] =>
  tools.flatMap(({ tool, times: count, failed, lasted: spent }, index) => [
    ...(index === 0 ? [] : line(', ')),
    code(tool),
    ...line(` ${count}${failed === 0 ? '' : ` (${failed} failed)`}${inTime(spent)}`),
  ])

/** What all calls of a tool took; of less than a second nothing is said. */
const inTime = (spent: number | null): string => (spent === null || spent < 1000 ? '' : ` in ${lasted(spent)}`)

/** Calls that a person would have waited for. */
const aLongWhile = 60_000

function longestBlocks(calls: readonly LongCall[], at: (time: number) => string): Block[] {
  const long = calls.filter((call) => call.lasted >= aLongWhile).slice(0, 3)
  const words = long.flatMap(({ tool, at: end, ok, lasted: took }, index): Inline[] => [
    ...(index === 0 ? [] : line(', ')),
    code(tool),
    ...line(` ${lasted(took)} until ${at(end)}${ok ? '' : ', failed'}`),
  ])
  return long.length === 0 ? [] : [{ is: 'line', line: line('The longest calls: ', ...words, '.') }]
}

function fileBlocks({ files, wrote, outcome }: SessionReport): Block[] {
  if (outcome.is === 'unknown') return []
  const told: Block[] =
    wrote.length === 0
      ? []
      : [{ is: 'line', line: line('Files that calls left in another state: ', ...listOf(wrote), '.') }]
  if (files.is === 'unknown')
    return [...told, { is: 'line', line: line(unknownFiles(files.why), ...detailOf(files.detail), '.') }]
  const { since } = files
  const short = since.slice(0, 10)
  if (files.files.length === 0)
    return [...told, { is: 'line', line: line('No file differs from ', code(short), ', where the run began.') }]
  const [added, removed] = [sum(files.files, 'added'), sum(files.files, 'removed')]
  const count = files.files.length + files.more
  return [
    ...told,
    {
      is: 'line',
      line: line(
        `${some(count, 'file')} changed since `,
        code(short),
        `, where the run began, whoever wrote them: +${added} −${removed}.${files.more === 0 ? '' : ` ${files.more} are not listed.`}`,
      ),
    },
    {
      is: 'files',
      rows: files.files.map(({ path, added: more, removed: less, isTracked }) => ({
        path,
        added: more === null ? 'not text' : `+${more}`,
        removed: isTracked ? (less === null ? '' : `−${less}`) : 'new',
      })),
    },
  ]
}

const sum = (files: readonly { added: number | null; removed: number | null }[], name: 'added' | 'removed'): number =>
  files.reduce((all, file) => all + (file[name] ?? 0), 0)

const detailOf = (detail: string | null): Inline[] => (detail === null ? [] : [...line(': '), quoted(detail)])

function unknownFiles(why: 'no-begin' | 'no-git' | 'failed'): string {
  switch (why) {
    case 'no-begin':
      return 'Changed lines are not known: there was no commit where the run began'
    case 'no-git':
      return 'Changed lines are not known: there is no git here'
    case 'failed':
      return 'Changed lines are not known: git could not count them'
  }
}

const listOf = (texts: readonly string[]): Inline[] =>
  texts.flatMap((text, index) => [...(index === 0 ? [] : line(', ')), code(text)])

const didWords: Record<RuleCounts['did'], { word: string; tone: 'plain' | 'stall' | 'ok' | 'rest' }> = {
  diverted: { word: 'Diverted', tone: 'stall' },
  refused: { word: 'Refused', tone: 'stall' },
  allowed: { word: 'Allowed', tone: 'ok' },
  asked: { word: 'Left to a person', tone: 'rest' },
}

function ruleLine({ rule, did, times: count, repeated, subjects, more }: RuleCounts): Line {
  const { word, tone } = didWords[did]
  const again = repeated === 0 ? '' : `, ${repeated} of them again`
  const what = subjects.flatMap(({ text, times: each }, index): Inline[] => [
    ...line(index === 0 ? ': ' : ', '),
    code(text),
    ...(each > 1 ? line(` (${each})`) : []),
  ])
  return line(
    mark(tone, word),
    ` ${times(count)}${again} by `,
    code(rule),
    ...what,
    more === 0 ? '' : ` and ${more} more`,
  )
}

function mishapLine(mishap: Mishap, at: (time: number) => string): Line {
  switch (mishap.is) {
    case 'failed':
      return line(`${at(mishap.at)} error (${mishap.kind}): `, quoted(mishap.message))
    case 'silent':
      return line(`${at(mishap.at)} no sign of life for ${lasted(mishap.lasted)} (${mishap.doing}); why is not known`)
    case 'switched':
      return mishap.model === null
        ? line(`${at(mishap.at)} its own model again`)
        : line(`${at(mishap.at)} from here on the model `, code(mishap.model))
    case 'warned':
      return line(`${at(mishap.at)} `, quoted(mishap.text), ' ', code(mishap.rule))
  }
}

function waitLine(wait: WaitReport, at: (time: number) => string): Line {
  switch (wait.for) {
    case 'time':
      return line(`${at(wait.at)} until ${at(wait.until)}: `, quoted(wait.why))
    case 'person':
      return line(`${at(wait.at)} until ${at(wait.until)} for a person: `, code(wait.subject))
  }
}

const stopLine = (stop: SessionReport['stops'][number], at: (time: number) => string): Line =>
  line(`${at(stop.at)} ${stop.as} (${stop.reason})`, ...(stop.detail === null ? [] : [': ', quoted(stop.detail)]))
