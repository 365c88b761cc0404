import fc from 'fast-check'
import { serverCodec, tuiCodec } from '../../src/channel/codec.ts'
import { createSealing } from '../../src/channel/sealed.ts'
import { readNight } from '../../src/cli/import/read-night.ts'
import type { Json } from '../../src/core/event.ts'
import { checkExpression, compute, EvaluationError } from '../../src/core/expression.ts'
import { checkText, compileText } from '../../src/core/template/template.ts'
import { writtenPaths } from '../../src/decode/arguments.ts'
import { turnFailed } from '../../src/decode/failure.ts'
import { permissionAsked } from '../../src/decode/permission.ts'
import { createProjectPaths } from '../../src/decode/project-paths.ts'
import { questionAsked } from '../../src/decode/question.ts'
import { recordSubmitted } from '../../src/decode/record/call.ts'
import { shellReach } from '../../src/decode/shell/reach.ts'
import { toolCalled } from '../../src/decode/tool.ts'
import { checkFile } from '../../src/policy/check-file.ts'
import { parse } from '../../src/policy/yaml/parse.ts'
import { readJournal } from '../../src/replay/read-journal.ts'
import { parseLine } from '../../src/runtime/nights/journal-line.ts'
import { digest } from '../../src/runtime/files/node-digest.ts'
import { entryLines } from '../../src/runtime/page/markdown.ts'
import { parsePage, printPage } from '../../src/runtime/page/page.ts'
import { redact } from '../../src/runtime/text/redact.ts'
import { visible } from '../../src/runtime/text/visible.ts'
import { blockerKind } from '../support/kinds.ts'
import { recordOf } from '../runtime/views/record-of.ts'
import { pageEntries } from '../runtime/page/page-entries.ts'
import { expression, hostileText, shellLine, template, yamlText } from './inputs.ts'
import { quotedLine, valuesIn } from './quoted.ts'

/** What holds for whatever comes, and how large a share of all inputs it gets. */
export interface Property {
  name: string
  share: number
  property: fc.IProperty<unknown[]> | fc.IRawProperty<unknown>
}

function must(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}

const paths = createProjectPaths('/project', '/project', (path) => path)
const context = { digest, paths }
const key = () => new Uint8Array(32).fill(1)
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Conditions and texts fail by their own error alone, and nothing behind the values is reached. */
function computed(work: () => unknown): void {
  try {
    const result = JSON.stringify(work() ?? null)
    must(!/\[native code\]|function \w*\(/.test(result), `something behind the values was reached: ${result}`)
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error
    must(error.cause === undefined || !(error.cause instanceof TypeError), `a fault inside: ${error.message}`)
  }
  must(Reflect.get({}, 'polluted') === undefined, 'all objects were changed')
}

const scope = {
  event: { text: 'a', list: ['a'], map: { a: 1 } },
  memory: {},
  params: {},
  facts: {},
  now: 0,
  zone: 'UTC',
}

const hostOf = (value: unknown) => {
  toolCalled('bash', 'c', value, context)
  toolCalled('mcp_x', 'c', value, context)
  writtenPaths(value, 'unknown')
  turnFailed(value, 0, () => null)
  questionAsked('s', { questions: value }, null, digest)
  recordSubmitted('blocker', blockerKind, value, 0, digest)
  permissionAsked(
    { id: 'p', sessionID: 's', permission: 'bash', patterns: value, metadata: value },
    {
      ...context,
      callOf: () => null,
    },
  )
}

/** Where Markdown sees a heading, an item, a rule, a quotation or a fence. */
const block =
  /^(?:#{1,6}(?:\s|$)|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|(?:-\s*){3,}$|(?:\*\s*){3,}$|(?:_\s*){3,}$|>|`{3,}[^`]*$|~{3})/

export const properties: readonly Property[] = [
  {
    name: 'what the host hands over becomes an event or nothing',
    share: 5,
    property: fc.property(fc.anything({ withNullPrototype: true, maxDepth: 3 }), (value) => hostOf(value)),
  },
  {
    name: 'a shell line is read, and what follows it takes nothing away of what it touches',
    share: 4,
    property: fc.property(shellLine, (line) => {
      const { touches, onlyReads } = shellReach(line)
      must(!(onlyReads && touches.length > 0), `a line that only reads touches ${touches.join(' ')}`)
      const more = shellReach(`rm -rf .opencode\n${line}`)
      must(
        more.touches.some((path) => path.startsWith('.opencode') || path.includes('*')),
        'what comes behind a command hides what it touches',
      )
    }),
  },
  {
    name: 'what is quoted for a shell is one word with the same value',
    share: 3,
    property: fc.property(quotedLine, ({ words, written }) => {
      const read = valuesIn(`x ${written}`).slice(1)
      must(JSON.stringify(read) === JSON.stringify(words), `it is read as ${JSON.stringify(read)}`)
    }),
  },
  {
    name: 'a condition reads its own values alone',
    share: 5,
    property: fc.property(expression, (given: Json) => {
      if (checkExpression(given).length === 0) computed(() => compute(given, scope))
    }),
  },
  {
    name: 'a text reads its own values alone',
    share: 5,
    property: fc.property(template, (source) => {
      if (checkText(source).problem === null) computed(() => compileText(source)(scope))
    }),
  },
  {
    name: 'lint tells of a file what it cannot read',
    share: 3,
    property: fc.property(yamlText, (text) => {
      const { problems } = checkFile({ name: 'policies/p.yaml', text }, () => 'there is none')
      const read = parse({ name: 'p.yaml', text })
      must(read.tree !== null || problems.length > 0, 'a file that cannot be read is clean')
      for (const { message, line } of problems) must(message !== '' && line >= 0, 'a problem without a place or words')
    }),
  },
  {
    name: 'a line of a journal is read or told',
    share: 4,
    property: fc.property(
      fc.oneof(
        fc.json(),
        hostileText,
        fc
          .jsonValue()
          .map((value) => JSON.stringify({ v: 1, seq: 1, process: 'p', at: 1, line: 'decision', changes: value })),
      ),
      (text) => {
        parseLine(text)
        const { lines, unreadable, sets } = readJournal(text)
        must(text.trim() === '' || lines.length + unreadable.length + sets.size > 0, 'a line is lost')
        readNight(text)
      },
    ),
  },
  {
    name: 'the channel hears what is sealed, once, and nothing else',
    share: 3,
    property: fc.property(hostileText, fc.nat(400), (text, at) => {
      const from = createSealing('t1', key)
      const to = createSealing('s1', key)
      const sealed = from.seal(text, 's1') ?? ''
      const changed = `${sealed.slice(0, at)}${sealed.charAt(at) === 'a' ? 'b' : 'a'}${sealed.slice(at + 1)}`
      must(to.open(changed) === null, 'a changed letter was heard')
      must(to.open(sealed)?.text === text, 'a letter came out otherwise')
      must(to.open(sealed) === null, 'a letter was heard twice')
      must(serverCodec.decode(text) === null && tuiCodec.decode(text) === null, 'a text is a letter')
    }),
  },
  {
    name: 'a page that is read is printed as it was',
    share: 3,
    property: fc.property(hostileText, (text) => must(printPage(parsePage(text)) === text, 'a page changed')),
  },
  {
    name: 'texts of an entry change no heading, no box and no other entry of the page',
    share: 3,
    property: fc.property(
      hostileText,
      hostileText,
      fc.array(hostileText, { maxLength: 3 }),
      (question, context, options) => {
        const entry = recordOf({
          id: 'b1',
          kind: 'blocker',
          question,
          topic: context,
          context,
          options,
          answer: context,
        })
        const other = entryLines(blockerKind, recordOf({ id: 'b2', kind: 'blocker' }), false, 'UTC')
        const lines = entryLines(blockerKind, entry, false, 'UTC')
        const page = ['## Session: S1 — x', '', ...lines, ...other, ''].join('\n')
        const found = pageEntries(page)
        must(
          JSON.stringify(found.map(({ id, checked }) => [id, checked])) === '[["b1",false],["b2",false]]',
          'entries differ',
        )
        for (const line of lines) {
          const option = /^ {4}\d+\. (.*)$/.exec(line)?.[1]?.trimStart() ?? ''
          must(!block.test(option), `an option begins a block of its own: ${line}`)
        }
        must(page.endsWith(`${other.join('\n')}\n`) && !control.test(page), 'another entry or a control character')
      },
    ),
  },
  {
    name: 'what is blacked out stays so, and what is visible has no control character',
    share: 3,
    property: fc.property(hostileText, (text) => {
      const once = redact(text)
      must(redact(once) === once, 'blacked out otherwise the second time')
      must(!control.test(visible(text).replaceAll('\r', '')), 'a control character is left')
    }),
  },
]
