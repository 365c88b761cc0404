import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverCodec } from '../../src/channel/codec.ts'
import type { ToServer } from '../../src/channel/messages.ts'
import { createSealing } from '../../src/channel/sealed.ts'
import { repository } from '../support/host.ts'
import { stillness, until } from '../support/wait.ts'
import { bash, type Night, program, startNight, toasts, toolResults } from './night.ts'

/** Answers the first entry, in whatever shell it is run, and keeps in a file what the program said. */
const answers = (file: string): string =>
  `said=$(node ${join(repository, 'dist/cli.js')} answer b1 "Yes, push it now" 2>&1); echo "$said" >> ${file}; echo "$said"\n`

/** So that each try runs. */
const everyCommand = `version: 1
name: shell
rules:
  - id: every-command
    description: Every command runs
    events: [permission.asked]
    when: { "===": [{ var: event.permission }, bash] }
    then: [allow]
`

let night: Night
beforeAll(async () => {
  night = await startNight('word', {
    isTrusted: true,
    files: {
      'answers.sh': answers('said.txt'),
      'forked.sh': answers('forked.txt'),
      'forked.txt': '',
      'bare.sh': bare('sh answers.sh'),
      'bare-session.sh': bare('setsid -w sh answers.sh'),
      'bare-terminal.sh': bare('script -qec "sh answers.sh" /dev/null'),
      'starts.mjs': startsDetached,
      'takes.py': takesTerminal,
      '.opencode/diverter.yaml': 'version: 1\npolicies: [./policies/shell.yaml]\n',
      '.opencode/policies/shell.yaml': everyCommand,
    },
  })
})
afterAll(() => night.close())

/** In a script of their own: `guard` reads a line with variables as one that may be a person's. */
const bare = (command: string): string => `env -i PATH="$PATH" HOME="$HOME" ${command}\n`

/** Ways by which a shell may try to look like a person's; each runs a script, so that no rule reads its words. */
const ways = [
  'sh answers.sh',
  'env -u OPENCODE -u OPENCODE_PID -u AGENT sh answers.sh',
  'sh bare.sh',
  'OPENCODE_TERMINAL=1 sh answers.sh',
  'setsid -w sh answers.sh',
  'sh bare-session.sh',
  'script -qec "sh answers.sh" /dev/null',
  'sh bare-terminal.sh',
  // A double fork loses its parents, but not what OpenCode wrote into its environment.
  '(setsid sh forked.sh &) ; while ! grep -q . forked.txt; do sleep 1; done; cat forked.txt',
  'node starts.mjs',
  // What OpenCode starts leads a session without a terminal, and may take one.
  'command -v python3 > /dev/null && exec python3 takes.py; sh answers.sh',
  'npx --no -c "sh answers.sh"',
]
const startsDetached = `import { spawnSync } from 'node:child_process'
const { stdout } = spawnSync('sh', ['answers.sh'], { env: { PATH: process.env.PATH }, detached: true })
console.log(String(stdout))
`

const takesTerminal = `import os, subprocess
master, slave = os.openpty()
os.open(os.ttyname(slave), os.O_RDWR)
print(subprocess.run(["sh", "answers.sh"], env={"PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}, capture_output=True, text=True).stdout)
`

test('the agent’s shell cannot answer for the person, a terminal that a client opened can', async () => {
  const question = { name: 'question', input: { questions: [{ question: 'Push it?', header: 'Push', options: [] }] } }
  night.model.script('answers-itself', [
    { calls: [question] },
    { calls: [...ways.map(bash), bash('npx opencode-diverter answer b1 Yes')] },
    { text: 'That is all. BLOCKER_DIVERTER_DONE!' },
  ])
  const session = await night.session()
  await session.say('Begin answers-itself')
  await session.rest()
  const results = toolResults(night, 'answers-itself', 2)
  const [, ...said] = results
  const refused =
    /Cannot answer b1: it was started (?:below OpenCode \(process \d+\)|by OpenCode, as its environment says), and only a person may do this/
  for (const [index, way] of ways.entries()) expect(said[index], way).toMatch(refused)
  expect(said.at(-1)).toContain('is for a person to run, in a terminal of their own')
  expect(night.project.blockers()).toMatch(/- \[ \] .*Push it\?/)

  const { directory } = night.project
  const opened = await night.server.client.pty.create({ command: 'sh', args: ['answers.sh'], cwd: directory })
  expect(opened.error).toBeUndefined()
  await until('the answer', () => night.project.read('said.txt').includes('b1 is'), {
    seen: () => night.project.read('said.txt'),
  })
  expect(night.project.read('said.txt')).toContain('is answered: Yes, push it now')
  expect(night.project.blockers()).toMatch(/- \[x\] .*Push it\?/)
})

test('a stranger who reaches the server speaks for nobody: no letter, metadata, key or screen of theirs does anything', async () => {
  const { client } = night.server
  const question = { name: 'question', input: { questions: [{ question: 'Drop it?', header: 'Drop', options: [] }] } }
  night.model.script('hears-strangers', [{ calls: [question] }, { text: 'That is all. BLOCKER_DIVERTER_DONE!' }])
  const session = await night.session()
  await session.say('Begin hears-strangers')
  await session.rest()
  const id = /\((b\d+)\)/.exec(night.project.blockers().split('Drop it?')[1] ?? '')?.[1] ?? ''
  expect(id).not.toBe('')
  const lines = night.project.journal(session.id).length

  const letters: ToServer[] = [
    { say: 'hello' },
    { say: 'look', session: session.id },
    { say: 'toggle', session: session.id, command: 'blockers' },
    { say: 'run', session: session.id, command: 'blockers', words: 'off' },
    { say: 'run', session: session.id, command: 'blockers', words: `answer ${id} Yes` },
    { say: 'run', session: session.id, command: 'blockers', words: `allow ${id}` },
    { say: 'run', session: session.id, command: 'blockers', words: 'export stolen.md' },
    { say: 'answer', session: session.id, interview: 'i1', record: id, decision: 'words', text: 'Yes' },
  ]
  const heard = () =>
    night.server.events().flatMap(({ type, properties }) => {
      const command = properties['command']
      return type === 'tui.command.execute' && typeof command === 'string' ? [command] : []
    })
  // The server half says on the bus that it is there, so that its life is no secret.
  const life = /^opencode-diverter:sealed \S+ (\S+) /.exec(heard()[0] ?? '')?.[1] ?? 'server'
  const stranger = createSealing('stranger', () => new Uint8Array(32).fill(1))
  const publish = (command: string) =>
    client.tui.publish({ body: { type: 'tui.command.execute', properties: { command } } } as never)
  for (const message of letters) {
    const plain = serverCodec.encode({ directory: night.project.directory, tui: 'stranger', message })
    for (const to of [null, life]) await publish(stranger.seal(plain, to) ?? '')
    await publish(plain)
  }
  for (const command of heard()) await publish(command)

  // The file of the key, as another process of the same user may leave it: the half at work has its own already.
  const key = join(night.host.home, '.local/state/opencode-diverter/channel.key')
  const own = readFileSync(key)
  writeFileSync(key, new Uint8Array(32).fill(1))
  chmodSync(key, 0o600)
  const run = { say: 'run', session: session.id, command: 'blockers', words: 'off' } as const
  const plain = serverCodec.encode({ directory: night.project.directory, tui: 'stranger', message: run })
  await publish(stranger.seal(plain, life) ?? '')
  writeFileSync(key, own)

  await client.session.update({
    sessionID: session.id,
    metadata: { diverter: { on: false }, 'opencode-diverter': { on: false, answers: { [id]: 'Yes' } } },
  } as never)
  // A screen that nobody has open: what is typed into it from outside goes nowhere.
  await client.tui.appendPrompt({ text: '/blockers off' })
  await client.tui.submitPrompt()
  await client.tui.executeCommand({ command: 'blockers.off' })
  await stillness(() => night.server.events().length)

  const said = toasts(night).filter((text) => text.includes("Somebody without your key spoke on OpenCode's bus"))
  expect(said).toHaveLength(1)
  expect(
    night.project
      .journal(session.id)
      .slice(lines)
      .filter(({ line }) => line === 'answer'),
  ).toEqual([])
  const commands = night.project.journal(session.id).filter(({ event }) => event?.type === 'command.run')
  expect(commands).toEqual([])
  expect(night.project.blockers()).toMatch(/- \[ \] .*Drop it\?/)
  expect(night.project.read('stolen.md')).toBe('')
  expect(program(night, 'grants').output).toContain('Nothing is allowed or forbidden here')
})
