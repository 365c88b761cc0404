import { compute } from '../../../../src/core/expression.ts'
import { answerFingerprint, outcomeFingerprint, requestFingerprint } from '../../../../src/core/fingerprint.ts'
import { hasMarker, mentions } from '../../../../src/core/operators/marker.ts'
import { paths } from '../../../../src/core/operators/paths.ts'
import { readResetTime } from '../../../../src/core/operators/time/reset-time.ts'
import { checkPattern, matches } from '../../../../src/core/operators/text.ts'
import { questionShape } from '../../../../src/core/shape.ts'
import { compileText } from '../../../../src/core/template/template.ts'
import { checkText } from '../../../../src/core/template/check.ts'
import { readSpan } from '../../../../src/core/text.ts'
import { jsonText } from '../../../../src/cli/io/json-text.ts'
import { harmless } from '../../../../src/cli/io/output.ts'
import { clean, cleanerOf } from '../../../../src/runtime/text/clean.ts'
import { cut, cutKept, cutMiddle } from '../../../../src/runtime/text/cut.ts'
import { fencedBlock, inlineMarkdown } from '../../../../src/runtime/text/inline-markdown.ts'
import { redact } from '../../../../src/runtime/text/redact.ts'
import { oneLine, visible } from '../../../../src/runtime/text/visible.ts'
import { eventFrom } from '../../../support/event.ts'
import { digest, orRefused, type TextReader } from './reader.ts'

const scopeOf = (text: string): object => ({
  event: { text, list: text.split(',', 100_000) },
  ...{ memory: {}, params: {}, facts: {}, now: 0, zone: 'UTC' },
})
const shown = '{{quote event.text}} {{cut event.text 50}} {{tail event.text 50}} {{event.text}}'
const operator = (name: string): string[] => [`src/core/operators/${name}`]
const templates = ['src/core/template', 'src/core/text.ts']

const request = eventFrom('permission.asked', { permission: 'bash', command: 'make' })
const nowhere = (): void => undefined
const terminal = { cwd: '/', color: true, isTerminal: true, write: nowhere, writeError: nowhere }

/** Texts of conditions and templates, and what is done with each text that is kept. */
export const ofTexts: readonly TextReader[] = [
  {
    name: 'a text for RE2',
    of: operator('text.ts'),
    kinds: ['words'],
    read: (text) => matches(text, '(a*)*b|(x+x+)+y'),
  },
  {
    name: 'an expression of RE2',
    of: operator('text.ts'),
    kinds: ['glob', 'words'],
    read: orRefused((text) => [checkPattern(text), matches('aaaa', text)]),
    apart: 4096,
  },
  {
    name: 'a text with markers',
    of: [...operator('marker.ts'), ...operator('indented-code.ts')],
    kinds: ['words', 'markdown'],
    read: (text) => hasMarker(text, ['DONE', '[DONE]'], 'sentence'),
    apart: 128_000,
  },
  {
    name: 'a text that mentions',
    of: operator('marker.ts'),
    kinds: ['words'],
    read: (text) => mentions(text, ['DONE']),
    apart: 128_000,
  },
  {
    name: 'a marker',
    of: operator('marker.ts'),
    kinds: ['words'],
    read: orRefused((text) => hasMarker(`all DONE now. ${text.slice(0, 500)}`, [text], 'sentence')),
    alsoAt: 1000,
  },
  { name: 'paths in a text', of: operator('paths.ts'), kinds: ['words', 'glob'], read: paths },
  {
    name: 'when a limit ends',
    of: operator('time/'),
    kinds: ['time'],
    read: (text) => readResetTime(text, 0, 'UTC'),
  },
  { name: 'a span of time', of: ['src/core/text.ts'], kinds: ['time'], read: readSpan },
  {
    name: 'lists in a condition',
    of: ['src/core/expression.ts', 'src/core/operators/list.ts'],
    kinds: ['json'],
    read: orRefused((text) => {
      const two = [{ var: 'event.list' }, { var: 'event.list' }]
      return ['merge', 'without'].map((name) => compute({ [name]: two }, scopeOf(text)))
    }),
  },
  {
    name: 'a name in a condition',
    of: ['src/core/expression.ts'],
    kinds: [],
    read: orRefused((text) => compute({ var: `event.${text}` }, scopeOf(''))),
  },
  {
    name: 'a template',
    of: templates,
    kinds: ['template'],
    read: orRefused((text) => [checkText(text), compileText(text)(scopeOf('x'))]),
    alsoAt: 4000,
  },
  {
    name: 'a text in a template',
    of: templates,
    kinds: ['template', 'words'],
    read: (text) => orRefused(() => compileText(shown)(scopeOf(text)))(text),
    apart: 128_000,
  },
  {
    name: 'a list in a template',
    of: templates,
    kinds: [],
    read: (text) => orRefused(() => compileText('{{list event.list}} {{join event.list}}')(scopeOf(text)))(text),
    apart: 128_000,
  },
  {
    name: 'an answer that may say the same',
    of: ['src/core/shape.ts', 'src/core/fingerprint.ts'],
    kinds: ['time', 'words'],
    read: (text) => answerFingerprint(text, digest),
  },
  {
    name: 'a result that may say the same',
    of: ['src/core/shape.ts', 'src/core/fingerprint.ts'],
    kinds: ['time'],
    read: (text) => [outcomeFingerprint('c', 0, text, digest), questionShape(text)],
  },
  {
    name: 'a request that may be the same',
    of: ['src/core/fingerprint.ts', 'src/core/judging/subject.ts'],
    kinds: ['shell'],
    read: (text) =>
      requestFingerprint({ permission: 'bash', command: text, patterns: [text], call: null, workdir: null }, digest),
  },
  {
    name: 'secrets',
    of: ['src/runtime/secrets/'],
    kinds: ['secret'],
    read: redact,
    apart: 256_000,
  },
  {
    name: 'a text that is kept',
    of: ['src/runtime/secrets/', 'src/runtime/text/cut.ts'],
    kinds: ['secret'],
    read: (text) => clean({ text }, (each) => cutKept(each, 2000, digest)),
  },
  {
    name: 'an event that is kept',
    of: ['src/runtime/text/clean.ts', 'src/runtime/text/redact.ts'],
    kinds: ['secret'],
    read: (text) => {
      const event = { ...request, command: text, paths: text.split(/\s+/, 100) }
      const { field } = cleanerOf(event)
      return Object.entries(event).map(([name, value]) => field(name, value, (each) => cutKept(each, 2000, digest)))
    },
    apart: 256_000,
  },
  {
    name: 'what a command prints',
    of: ['src/cli/io/output.ts', 'src/cli/io/json-text.ts'],
    kinds: ['words'],
    read: (text) => [harmless(terminal).write(text, 'painted'), harmless(terminal).write(text), jsonText({ text })],
    apart: 256_000,
  },
  {
    name: 'a text that is cut',
    of: ['src/runtime/text/cut.ts'],
    kinds: ['words'],
    read: (text) => [cut(text, 2000), cutMiddle(text, 1000, 1000)],
  },
  {
    name: 'hidden characters',
    of: ['src/runtime/text/visible.ts'],
    kinds: ['markdown'],
    read: (text) => [visible(text), oneLine(text)],
    apart: 128_000,
  },
  {
    name: 'a text within a line of Markdown',
    of: ['src/runtime/text/inline-markdown.ts'],
    kinds: ['markdown'],
    read: inlineMarkdown,
    apart: 128_000,
  },
  {
    name: 'a text in a fence',
    of: ['src/runtime/text/inline-markdown.ts'],
    kinds: ['markdown'],
    read: (text) => fencedBlock(text, '  '),
    apart: 128_000,
  },
]
