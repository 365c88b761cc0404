import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { morningPorts } from '../../../src/cli/morning/ports.ts'
import { openNights } from '../../../src/cli/night/nights.ts'
import { runProgram } from '../../../src/cli/program.ts'
import type { DomainEvent } from '../../../src/core/event.ts'
import { commandRun } from '../../../src/decode/command.ts'
import { recordSubmitted } from '../../../src/decode/record/call.ts'
import { faultOf } from '../../../src/fault/fault.ts'
import { builtinDocuments } from '../../../src/host/files/builtin.ts'
import { resolveDocument } from '../../../src/policy/layers/resolve.ts'
import { keepFault } from '../../../src/runtime/fault/keep-fault.ts'
import { keepLost } from '../../../src/runtime/lost-outlets.ts'
import { digest } from '../../../src/runtime/files/node-digest.ts'
import { type Policies, policiesOf } from '../../../src/runtime/policies.ts'
import type { HostPort } from '../../../src/runtime/ports.ts'
import { redact } from '../../../src/runtime/text/redact.ts'
import { systemClock } from '../../../src/runtime/time/system-clock.ts'
import { openWorld, type World } from '../../bench/world.ts'
import { folderStore, placeOf } from '../../support/folder-store.ts'
import { blockerKind } from '../../support/kinds.ts'
import { putFiles } from '../../support/project-folder.ts'
import { echoingPolicy, makers, ofSession } from './entries.ts'
import { type Planting, planting, type Variant } from './texts.ts'

const session = 'ses_1'

/** A text that left, and who gets it: a person at a terminal, a program, the agent or the host, or a file. */
export interface Exit {
  name: string
  text: string
  by: keyof HostPort | 'instructions' | 'reply' | 'terminal' | 'data' | 'page' | 'file'
}

export interface Night {
  exits: Exit[]
  planting: Planting
  folder: string
  close: () => void
}

async function policies(): Promise<Policies> {
  const { document, problems } = resolveDocument({ name: 'echo.yaml', text: echoingPolicy() }, () => 'there is none')
  if (document === null) throw new Error(problems.map(({ message }) => message).join('; '))
  const made = policiesOf([document, ...(await builtinDocuments())], digest)
  if (!made.ok) throw new Error(made.problems.map(({ message }) => message).join('; '))
  return made.policies
}

/**
 * Each command as a person runs it over a night; `data` is for another program. A command that stands neither here nor
 * among those that read no night fails a test.
 */
export const commandsOverNights: Readonly<Record<string, readonly (readonly string[])[]>> = {
  answer: [[], ['--json'], ['--skipped']],
  grants: [[], ['--json']],
  report: [['--all'], ['--all', '--md'], ['--all', '--json'], ['--all', '--html', 'report.html']],
  morning: [['--html', 'morning.html']],
  export: [[session]],
  replay: [[session], [session, '--against', 'all.yaml'], [session, '--against', 'all.yaml', '--format', 'json']],
  explain: Array.from({ length: 10 }, (_, at) => at + 2).flatMap((line) =>
    ['text', 'json'].map((format) => [`${session}:${line}`, '--format', format]),
  ),
  record: [[session]],
  suggest: [[], ['--json']],
  page: [[], ['--out', '-']],
  fault: [['<known>']],
  doctor: [[], ['--format', 'json']],
  prune: [['--dry-run', '--older-than', '0d']],
  lint: [['bad.yaml'], ['bad.yaml', '--format', 'sarif'], ['bad.yaml', '--format', 'github']],
  test: [['case.yaml'], ['case.yaml', '--json']],
  show: [['bad.yaml'], ['all.yaml', '--resolved']],
  trust: [['--show']],
}
/** Those that print what stands in files of the product or write what the person is asked for. */
export const readNoNight = ['completion', 'schema', 'init', 'migrate', 'graph', 'context', 'import', 'notify']

/** All actions of the command in a session that show something. */
const shown = ['status', 'list', 'why', 'report', 'export', 'export --summary', 'clarify', 'reload']

/** A night in which a text of this kind entered by every place, and everything that left of it. */
export async function nightOf(variant: Variant): Promise<Night> {
  const own = planting(variant)
  const { plant, named } = own
  const exits: Exit[] = []
  const world = openWorld(await policies(), undefined, systemClock(), (text, by) => exits.push({ name: by, text, by }))
  const { folder, runtime } = world
  // What a person writes into a policy is shown to them as it is.
  const quoted = (place: string): string => JSON.stringify(variant === 'secrets' ? place : plant(place))
  putFiles(folder, {
    '.git/HEAD': `ref: refs/heads/${named('facts.git.branch')}\n`,
    'all.yaml':
      'version: 1\nname: all\nrules:\n  - id: all\n    events: [permission.asked, question.asked, tool.called]\n    then: [{ deny: "No: {{event.fingerprint}}" }]\n',
    'bad.yaml': `version: 1\nname: bad\ndescription: ${quoted('description of a policy')}\nparams: { a: { type: string, default: ${quoted('param of a policy')} } }\nrules:\n  - id: a\n    events: [user.wrote]\n    when: { contains: [{ var: event.text }, ${quoted('condition of a policy')}] }\n    then: [{ notify: { text: ${quoted('text of a policy')} } }]\n`,
    'case.yaml': `name: ${quoted('name of a case')}\npolicies: [all.yaml]\nsteps:\n  - permission.asked: { request: p1, permission: bash, command: ${quoted('command of a case')} }\nexpect:\n  - { step: 1, verdict: allow }\n`,
  })
  const facts = Object.fromEntries(
    Object.entries(ofSession).flatMap(([name, make]) => (make === null ? [] : [[name, make(plant)]])),
  )
  const handle = (given: DomainEvent): void => {
    const of = Object.assign(world.session(session), {
      title: facts['title'],
      agent: facts['agent'],
      model: { provider: plant('provider of a model'), id: facts['model'] },
      todos: [{ title: plant('todo'), done: false }],
    })
    const { verdict, reply, instructions } = runtime.handle(of, given)
    exits.push({ name: given.type, text: JSON.stringify(verdict), by: 'answer' })
    if (reply !== null) exits.push({ name: given.type, text: reply, by: 'reply' })
    for (const text of instructions) exits.push({ name: given.type, text, by: 'instructions' })
  }
  handle(makers['user.wrote'](plant))
  const call = {
    category: 'security',
    question: plant('question of an entry'),
    context: plant('context of an entry'),
    blocksProgress: true,
    options: [plant('option of an entry')],
    chosenOption: plant('choice of an entry'),
    chosenReasoning: plant('reasons of an entry'),
  }
  handle(recordSubmitted('blocker', blockerKind, call, 0, digest))
  handle(recordSubmitted('blocker', blockerKind, plant('a call that cannot be read'), 0, digest))
  const last: readonly string[] = ['run.stopped', 'run.expired', 'session.closed']
  for (const [type, make] of Object.entries(makers)) if (!last.includes(type)) handle(make(plant))
  handle(commandRun('blockers', `answer b1 ${plant('answer in the session')}`))
  for (const view of shown) handle(commandRun('blockers', view))
  handle(commandRun('blockers', `export ${named('name of an export')}.md`))
  for (const type of ['turn.ended', 'run.stopped', 'session.closed'] as const) handle(makers[type](plant))
  runtime.flush()

  const store = folderStore(folder, 'test')
  const fault = faultOf('a hook', new TypeError(plant('message of a fault')), 'built', redact)
  keepFault({ store, clock: systemClock() }, fault, session)
  keepLost({ store, clock: systemClock() }, 'notify 1 (webhook)', plant('error of a webhook'))
  store.close()

  const run = async (...words: readonly string[]): Promise<number> => {
    let text = ''
    const write = (part: string): void => {
      text += part
    }
    const isData = words.some((word) => /^(?:--json|json|sarif)$/.test(word)) || words[0] === 'export'
    const io = { cwd: folder, place: placeOf(folder), color: false, environment: {}, write, writeError: write }
    const code = await runProgram(words, '0.1.0', { ...io, isTerminal: !isData })
    exits.push({ name: words.join(' ').slice(0, 60), text, by: isData ? 'data' : 'terminal' })
    return code
  }
  const given = plant('answer in the terminal').replaceAll('\0', '')
  await run('answer', 'b1', given, '--by', named('who answers'))
  for (const [name, lines] of Object.entries(commandsOverNights))
    for (const words of lines) await run(name, ...words.map((word) => (word === '<known>' ? fault.id : word)))
  exits.push(...pagesOf(world), ...filesOf(folder))
  return { exits, planting: own, folder, close: () => world.close() }
}

function pagesOf({ folder }: World): Exit[] {
  const io = { cwd: folder, place: placeOf(folder), color: false, write: () => undefined, writeError: () => undefined }
  const nights = openNights(io)
  if (nights === null || typeof nights === 'number') throw new Error('There is no night')
  const ports = morningPorts(nights, { of: 'all' }, io)
  const lines = Array.from({ length: 8 }, (_, at) => at + 2)
  const exits: Exit[] = [
    { name: 'the page of the morning', text: JSON.stringify(ports.state()), by: 'page' },
    ...lines.map(
      (line): Exit => ({
        name: `its reasons ${line}`,
        text: JSON.stringify(ports.reasons({ session, line })),
        by: 'page',
      }),
    ),
  ]
  nights.close()
  return exits
}

/** Everything that was written beside what others had put there. */
function filesOf(folder: string): Exit[] {
  const own = new Set(['all.yaml', 'bad.yaml', 'case.yaml', '.git/HEAD'])
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => !own.has(name) && existsSync(join(folder, name)) && /\.[a-z-]+$/.test(name) && !name.endsWith('key'),
    )
    .flatMap((name): Exit[] => {
      try {
        return [
          { name, text: readFileSync(join(folder, name), /\.(?:md|html)$/.test(name) ? 'utf8' : 'latin1'), by: 'file' },
        ]
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EISDIR') return []
        throw error
      }
    })
}
