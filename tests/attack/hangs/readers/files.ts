import { compactReport } from '../../../../src/cli/lint-report/compact.ts'
import { junitReport } from '../../../../src/cli/lint-report/junit.ts'
import { readNight } from '../../../../src/cli/import/read-night.ts'
import { readCase } from '../../../../src/policy/cases/case.ts'
import { checkFile } from '../../../../src/policy/check-file.ts'
import { commentsOf } from '../../../../src/policy/yaml/comments.ts'
import { migrateAll } from '../../../../src/policy/migrate/migrate.ts'
import { parse } from '../../../../src/policy/yaml/parse.ts'
import { applySuppressions } from '../../../../src/policy/problems/suppress.ts'
import { fitsRange } from '../../../../src/policy/layers/version-range.ts'
import { readJournal } from '../../../../src/replay/read-journal.ts'
import { type Block, code, line, quoted } from '../../../../src/report/document.ts'
import { markdownOf } from '../../../../src/report/markdown.ts'
import { textOf } from '../../../../src/report/text.ts'
import { parseJsonc } from '../../../../src/runtime/config/jsonc.ts'
import { liveLabels } from '../../../../src/runtime/facts/labels.ts'
import { taskItems } from '../../../../src/runtime/facts/task-items.ts'
import { parseLine } from '../../../../src/runtime/nights/journal-line.ts'
import { entryLines } from '../../../../src/runtime/page/markdown.ts'
import { merge } from '../../../../src/runtime/page/merge.ts'
import { parsePage, printPage } from '../../../../src/runtime/page/page.ts'
import { parseProject } from '../../../../src/runtime/project-file/parse.ts'
import { recordOf } from '../../../runtime/views/record-of.ts'
import { blockerKind } from '../../../support/kinds.ts'
import { digest, type TextReader } from './reader.ts'

const none = () => 'there is none'
const entryOf = (text: string) =>
  entryLines(blockerKind, recordOf({ id: 'b1', kind: 'blocker', question: text, options: [text] }), false, 'UTC')
const wanted = {
  ...{ id: 'b1', section: 'Hard', lines: entryOf('Which?'), checked: false, isOpen: true },
  session: { root: 'S1', title: 'x', at: 0 },
}
const row = { record: 'b1', since: 1, out: 0, checked: false, wrote: 'a b c' }
const means = { digest, zone: 'UTC', now: 2, mark: () => 'm', follows: () => () => null, outcome: () => null }
const withTexts = (text: string): string =>
  JSON.stringify({
    version: 1,
    name: 'p',
    description: text,
    templates: { go: text },
    rules: [
      {
        id: 'a',
        description: text,
        events: ['turn.ended'],
        when: {
          or: [{ marker: [{ var: 'event.text' }, [text], 'sentence'] }, { '===': [{ var: 'event.text' }, text] }],
        },
        then: [{ prompt: { text } }],
      },
    ],
  })

/** Files of a project, of a person and of a night. */
export const ofFiles: readonly TextReader[] = [
  {
    name: 'a file of YAML that is too long',
    of: ['src/policy/yaml/parse.ts'],
    kinds: [],
    read: (text) => parse({ name: 'p.yaml', text }),
  },
  {
    name: 'a policy',
    of: ['src/policy/'],
    kinds: ['yaml'],
    read: (text) => checkFile({ name: 'policies/p.yaml', text }, none),
    apart: 24_000,
  },
  {
    name: 'texts of a policy',
    of: ['src/policy/', 'src/core/template', 'src/rehearse/'],
    kinds: ['template'],
    read: (text) => checkFile({ name: 'policies/p.yaml', text: withTexts(text) }, none),
    apart: 15_000,
  },
  {
    name: 'a case',
    of: ['src/policy/case'],
    kinds: [],
    read: (text) => readCase({ name: 'a.yaml', text: `name: a\nsteps:\n  - says: ${text}` }),
    apart: 24_000,
  },
  {
    name: 'comments of a file',
    of: ['src/policy/yaml/comments.ts', 'src/policy/problems/suppress.ts'],
    kinds: ['yaml'],
    read: (text) => [commentsOf(text), applySuppressions([], [{ name: 'p.yaml', text: `a: 1 # lint-ignore ${text}` }])],
    apart: 64_000,
  },
  {
    name: 'a file of version 0',
    of: ['src/policy/migrate/'],
    kinds: [],
    read: (text) =>
      migrateAll([{ name: 'p.yaml', text: `version: 0\nrules: []\nname: ${JSON.stringify(text)}` }], none),
    apart: 24_000,
  },
  {
    name: 'a range of versions',
    of: ['src/policy/layers/version-range.ts'],
    kinds: ['time'],
    read: (text) => [fitsRange('1.2.3', text), fitsRange(text, '>=1.2')],
  },
  {
    name: 'a problem in a report',
    of: ['src/cli/lint-report/'],
    kinds: [],
    read: (message) => {
      const problem = { file: 'p.yaml', line: 1, column: 1, code: 'yaml', severity: 'error', message } as const
      const report = { problems: [problem], files: ['p.yaml'], rules: 0, version: '1.0.0' }
      return [compactReport(report), junitReport(report)]
    },
    apart: 256_000,
  },
  {
    name: 'a text in a report',
    of: ['src/report/'],
    kinds: ['markdown'],
    read: (text) => {
      const blocks: Block[] = [
        { is: 'voice', source: text, text },
        { is: 'commands', texts: [text] },
      ]
      const sections = [{ title: text, count: 1, blocks }]
      const document = { title: text, about: line(text), outcome: [line(quoted(text), code(text))], sections }
      return [markdownOf(document), textOf(document)]
    },
    apart: 64_000,
  },
  { name: 'the page', of: ['src/runtime/page/'], kinds: ['markdown'], read: (text) => printPage(parsePage(text)) },
  {
    name: 'the page when it is brought up to date',
    of: ['src/runtime/page/'],
    kinds: ['markdown'],
    read: (text) =>
      merge(
        parsePage(text, new Map([['b1', '- [ ]']])),
        [wanted],
        { rows: new Map([['b1', row]]), newest: 1, different: new Map() },
        means,
      ),
  },
  { name: 'texts of an entry', of: ['src/runtime/page/markdown.ts'], kinds: ['markdown'], read: entryOf },
  {
    name: 'a file with labels',
    of: ['src/runtime/facts/'],
    kinds: ['markdown'],
    read: (text) => liveLabels(text, 'LABEL'),
  },
  {
    name: 'a label',
    of: ['src/runtime/facts/'],
    kinds: ['markdown'],
    read: (text) => liveLabels(text.slice(0, 20_000), text.slice(0, 200)),
  },
  { name: 'a file of tasks', of: ['src/runtime/facts/'], kinds: ['markdown'], read: taskItems },
  { name: 'settings of OpenCode', of: ['src/runtime/config/jsonc.ts'], kinds: ['json'], read: parseJsonc },
  {
    name: 'a project file',
    of: ['src/runtime/project-file/'],
    kinds: ['json'],
    read: (text) => parseProject('state.json', text, []),
  },
  { name: 'a line of a night', of: ['src/runtime/nights/journal-line.ts'], kinds: ['json'], read: parseLine },
  {
    name: 'an export that is replayed',
    of: ['src/replay/read-journal.ts'],
    kinds: ['json'],
    read: readJournal,
    apart: 256_000,
  },
  { name: 'an export that is taken over', of: ['src/cli/import/'], kinds: ['json'], read: readNight, apart: 256_000 },
]
