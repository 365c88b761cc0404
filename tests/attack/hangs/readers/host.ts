import { serverCodec } from '../../../../src/channel/codec.ts'
import { createSealing } from '../../../../src/channel/sealed.ts'
import { turnFailed } from '../../../../src/decode/failure.ts'
import { permissionAsked } from '../../../../src/decode/permission.ts'
import { namesIn, packageOf } from '../../../../src/decode/plugins/spec.ts'
import { questionAsked } from '../../../../src/decode/question.ts'
import { recordSubmitted } from '../../../../src/decode/record/call.ts'
import { toolCalled, toolFinished } from '../../../../src/decode/tool.ts'
import { createCallStates } from '../../../../src/decode/call-states.ts'
import { faultOf } from '../../../../src/fault/fault.ts'
import { noticeOf } from '../../../../src/notify/notice.ts'
import { redact } from '../../../../src/runtime/text/redact.ts'
import { blockerKind } from '../../../support/kinds.ts'
import { context, digest, type TextReader } from './reader.ts'

const sealing = createSealing('s1', () => new Uint8Array(32).fill(1))
const finished = {
  ...context,
  first: () => true,
  content: () => null,
  isOwn: () => false,
  isNews: () => true,
  states: createCallStates(),
}
const failed = (text: string, statusCode: number | null) =>
  turnFailed({ name: 'APIError', data: { message: text, statusCode } }, 0, () => null)
const submitted = (given: unknown) => recordSubmitted('blocker', blockerKind, given, 0, digest)

/** What the host hands over. */
export const ofHost: readonly TextReader[] = [
  {
    name: 'an error of a provider',
    of: ['src/decode/failure.ts'],
    kinds: ['time'],
    read: (text) => failed(text, 400),
  },
  {
    name: 'an error without a status',
    of: ['src/decode/failure.ts'],
    kinds: ['time'],
    read: (text) => failed(text, null),
  },
  {
    name: 'a page in place of an answer',
    of: ['src/decode/page-text.ts'],
    kinds: ['markdown'],
    read: (text) => failed(`<html>${text}`, 502),
  },
  {
    name: 'a shell call',
    of: ['src/decode/tool.ts', 'src/decode/project-paths.ts'],
    kinds: ['shell'],
    read: (text) => toolCalled('bash', 'c', { command: text }, context),
  },
  {
    name: 'the output of a call',
    of: ['src/decode/tool.ts'],
    kinds: ['time'],
    read: (output) =>
      toolFinished(
        { tool: 'bash', call: 'c', input: {}, ok: true, output, metadata: { exit: 0 }, lasted: null },
        finished,
      ),
  },
  {
    name: 'a patch',
    of: ['src/decode/arguments.ts', 'src/decode/payload.ts'],
    kinds: ['shell'],
    read: (text) => toolCalled('apply_patch', 'c', { patchText: text }, context),
  },
  {
    name: 'arguments of an unknown tool',
    of: ['src/decode/arguments.ts', 'src/decode/named'],
    kinds: ['shell', 'glob'],
    read: (text) => toolCalled('mcp_x', 'c', { a: text }, context),
  },
  {
    name: 'a patch of an unknown tool',
    of: ['src/decode/named'],
    kinds: ['shell', 'words'],
    read: (text) => toolCalled('mcp_x', 'c', { a: `diff --git a b\n+++ ${text}` }, context),
  },
  {
    name: 'JSON of an unknown tool',
    of: ['src/decode/named'],
    kinds: ['json', 'glob'],
    read: (text) => toolCalled('mcp_x', 'c', { a: `[${text}` }, context),
  },
  {
    name: 'an argument that says nothing',
    of: ['src/decode/unnamed.ts'],
    kinds: ['shell', 'glob'],
    read: (text) =>
      toolCalled(
        'mcp_x',
        'c',
        { input: [text.slice(50 * 4000), ...Array<string>(50).fill(text.slice(0, 4000))] },
        context,
      ),
  },
  {
    name: 'words of an unknown tool',
    of: ['src/decode/unnamed.ts'],
    kinds: ['words'],
    read: (text) => toolCalled('mcp_x', 'c', { a: 'npm', b: text, c: text.slice(0, 4000).split(' ') }, context),
  },
  {
    name: 'code of an unknown tool',
    of: ['src/decode/unnamed.ts'],
    kinds: ['shell'],
    read: (text) => toolCalled('mcp_x', 'c', { code: text }, context),
  },
  {
    name: 'a request for a folder',
    of: ['src/decode/permission.ts', 'src/decode/project-paths.ts'],
    kinds: ['glob'],
    read: (text) =>
      permissionAsked(
        { id: 'p', sessionID: 's', permission: 'external_directory', patterns: [text], metadata: {} },
        { ...context, callOf: () => null },
      ),
  },
  {
    name: 'questions',
    of: ['src/decode/question.ts'],
    kinds: ['json'],
    read: (text) => questionAsked('s', { questions: text }, null, digest),
  },
  {
    name: 'a record',
    of: ['src/decode/record'],
    kinds: ['json', 'words'],
    read: (text) => submitted({ question: text, options: text }),
    apart: 128_000,
  },
  {
    name: 'other fields of a record',
    of: ['src/decode/record'],
    kinds: ['words'],
    read: (text) => submitted({ category: text, blocksProgress: text, ref: text }),
    apart: 128_000,
  },
  { name: 'a record as one text', of: ['src/decode/record'], kinds: ['json'], read: submitted },
  {
    name: 'a plugin in a list',
    of: ['src/decode/plugins/spec.ts'],
    kinds: ['glob'],
    read: (text) => [packageOf(text), namesIn(text)],
  },
  {
    name: 'a letter on the bus',
    of: ['src/channel/'],
    kinds: ['json'],
    read: (text) => [
      serverCodec.decode(`opencode-diverter:server ${text}`),
      sealing.open(text),
      sealing.open(`${'0'.repeat(64)} s1 t1 1 ${text}`),
    ],
  },
  {
    name: 'a notice',
    of: ['src/notify/'],
    kinds: ['secret', 'markdown'],
    read: (text) =>
      noticeOf(
        { kind: 'hard', entry: 'b1', question: text, said: [] },
        { at: 0, directory: '/project', session: 's', name: '', zone: 'UTC' },
        digest,
      ),
  },
  {
    name: 'a fault',
    of: ['src/fault/'],
    kinds: ['words', 'secret'],
    read: (text) => faultOf('a hook', new Error(text), null, redact),
  },
]
