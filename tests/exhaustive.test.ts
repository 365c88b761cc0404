import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { events } from '../src/core/vocabulary.ts'
import { sourceFiles, walk } from './support/source-files.ts'

const root = process.cwd()
const { options, names } = project()
const parsed = new Map<string, ts.SourceFile | undefined>()

/** The source with the project's own settings; tests are not part of a recipe. */
function project(): { options: ts.CompilerOptions; names: string[] } {
  const file = join(root, 'tsconfig.json')
  const config = ts.getParsedCommandLineOfConfigFile(file, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail })
  if (config === undefined) throw new Error('Cannot read tsconfig.json')
  return { options: config.options, names: config.fileNames.filter((name) => name.startsWith(join(root, 'src/'))) }
}

function fail({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** One more entry of a closed list, written behind `after`. */
interface Addition {
  file: string
  after: string
  text: string
}

/** The files of which the compiler says that something is missing, all others as they are. */
function namedWith(additions: readonly Addition[]): string[] {
  const changed = new Map<string, string>()
  for (const { file, after, text } of additions) {
    const path = join(root, file)
    const before = changed.get(path) ?? ts.sys.readFile(path) ?? ''
    if (before.split(after).length !== 2) throw new Error(`Cannot add to ${file}: "${after}" must stand there once`)
    changed.set(
      path,
      before.replace(after, () => after + text),
    )
  }
  return named(changed)
}

function named(changed: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(options)
  const program = ts.createProgram(names, options, {
    ...host,
    getSourceFile: (name, language) => {
      const text = changed.get(name)
      if (text !== undefined) return ts.createSourceFile(name, text, language)
      if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, language))
      return parsed.get(name)
    },
  })
  const faulty = names.filter((name) => program.getSemanticDiagnostics(program.getSourceFile(name)).length > 0)
  return faulty.map((name) => name.slice(root.length + 1)).sort()
}

type Recipe = Addition & { recipe: string; names: string[] }

const additions: Record<string, Recipe> = {
  'an event': {
    recipe: 'An event',
    file: 'src/core/events.ts',
    after: 'export const events = {\n',
    text: "  'moon.rose': { verdicts: ['pass', 'deny'], fields: { phase: 'string' } },\n",
    names: ['src/core/judging/bookkeeping.ts', 'src/core/judging/subject.ts', 'src/runtime/views/why.ts'],
  },
  'a step that changes memory': {
    recipe: 'A step',
    file: 'src/core/steps/steps.ts',
    after: 'export const steps = {\n',
    text: "  leap: { kind: 'memory', form: 'map', answers: false, changes: true, reader: null },\n",
    names: [
      'src/core/steps/memory-step.ts',
      'src/core/steps/step.ts',
      'src/policy/compile/step.ts',
      'src/policy/lint/sites.ts',
      'src/policy/schema/steps.ts',
    ],
  },
  'an effect': {
    recipe: 'An effect',
    file: 'src/core/steps/steps.ts',
    after: 'export const steps = {\n',
    text: "  leap: { kind: 'effect', form: 'map', answers: false, changes: false, reader: null },\n",
    names: [
      'src/core/steps/step.ts',
      'src/policy/compile/step.ts',
      'src/policy/lint/sites.ts',
      'src/policy/schema/steps.ts',
      'src/rehearse/log-entry.ts',
      'src/replay/compare.ts',
      'src/runtime/perform.ts',
      'src/runtime/views/why.ts',
    ],
  },
  'a change of records': {
    recipe: 'A change of memory',
    file: 'src/core/state.ts',
    after: 'export type Change =\n',
    text: "  | { change: 'record.moved'; id: string; section: string }\n",
    names: [
      'src/cli/import/fits.ts',
      'src/core/fold.ts',
      'src/core/state.ts',
      'src/rehearse/change-words.ts',
      'src/report/night.ts',
      'src/runtime/perform.ts',
    ],
  },
  'a record field': {
    recipe: 'A record field',
    file: 'src/core/vocabulary.ts',
    after: 'export const recordFields = {\n',
    text: "  mood: 'string?',\n",
    names: ['src/core/steps/record-step.ts'],
  },
  'a type of record field': {
    recipe: 'A type of record field',
    file: 'src/core/vocabulary.ts',
    after: 'export const recordFieldTypes = [',
    text: "'date', ",
    names: ['src/core/steps/record-step.ts', 'src/decode/record/field.ts', 'src/host/record-tool/schema.ts'],
  },
  'a step of a case': {
    recipe: 'A step of a case',
    file: 'src/policy/cases/schema.ts',
    after: 'const shortForms = {\n',
    text: "  sing: z.strictObject({ sing: z.string(), ...common(expectation) }).transform((step) => ({ does: 'sing' as const, ...step })),\n",
    names: ['src/rehearse/step.ts'],
  },
  'an expectation': {
    recipe: 'An expectation',
    file: 'src/policy/cases/schema.ts',
    after: 'const afterAnyStep = {\n',
    text: '  sung: z.string().exactOptional(),\n',
    names: ['src/rehearse/expectation.ts'],
  },
  'a kind of notice': {
    recipe: 'A kind of notice',
    file: 'src/policy/schema/notify.ts',
    after: 'export const noticeKinds = [',
    text: "'sunk', ",
    names: ['src/notify/notice.ts'],
  },
  'a stop reason': {
    recipe: 'A stop reason',
    file: 'src/core/vocabulary.ts',
    after: 'export const reasons = [\n',
    text: "  'weary',\n",
    names: [
      'src/core/judging/evaluate.ts',
      'src/replay/path.ts',
      'src/report/words.ts',
      'src/runtime/create-runtime.ts',
      'src/runtime/views/outcome.ts',
    ],
  },
}

/** The compiler takes its time, so what is told apart by the files that it names is tried in one round. */
const rounds = Object.entries(additions).reduce<[string, Recipe][][]>((made, next) => {
  const apart = (round: [string, Recipe][]): boolean =>
    round.every(
      ([, { after, names }]) => after !== next[1].after && !names.some((name) => next[1].names.includes(name)),
    )
  const round = made.find(apart)
  if (round === undefined) return [...made, [next]]
  round.push(next)
  return made
}, [])

describe('what the compiler names', { timeout: 600_000 }, () => {
  const titled = rounds.map((round) => [round.map(([title]) => title).join(', '), round] as const)
  test.each(titled)('for %s', (_, round) => {
    expect(names.length).toBeGreaterThan(100)
    expect(namedWith(round.map(([, addition]) => addition))).toEqual(round.flatMap(([, { names }]) => names).sort())
  })

  test.each(Object.entries(additions))('for %s stands in its recipe', (_, addition) => {
    const recipes = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('\n\n')
    const recipe = (title: string): string => recipes.find((text) => text.startsWith(`**${title}.**`)) ?? ''
    // An effect is a step too.
    const text = recipe(addition.recipe) + (addition.recipe === 'An effect' ? recipe('A step') : '')
    expect([addition.file, ...addition.names].filter((file) => !text.includes(`\`${file}\``))).toEqual([])
  })
})

test('every event is made somewhere', () => {
  const made = new Set<string>()
  for (const { tree } of ['core', 'decode', 'host', 'runtime'].flatMap((part) => sourceFiles(`src/${part}`)))
    walk(tree, (node) => {
      if (ts.isPropertyAssignment(node) && node.name.getText(tree) === 'type' && ts.isStringLiteral(node.initializer))
        made.add(node.initializer.text)
    })
  expect(Object.keys(events).filter((event) => !made.has(event))).toEqual([])
})
