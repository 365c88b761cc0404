import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/wait.ts'
import { ask, bash, marker, type Night, program, startNight, toasts, toolResults } from './night.ts'

const policy = '.opencode/policies/allows.yaml'
const config = '.opencode/diverter.yaml'
const plugin = '.opencode/plugin/own.js'
/** What the person never allowed. */
const bait = 'node bait.mjs'

/** Allows every command but the bait, or each of them. */
const allowing = (condition: string, remark = 'as trusted'): string => `version: 1
name: allows
rules:
  # ${remark}
  - { id: work, events: [permission.asked], when: ${condition}, then: [allow] }
`
const trusted = allowing(
  `{ and: [{ "===": [{ var: event.permission }, bash] }, { "!==": [{ var: event.command }, "${bait}"] }] }`,
)
const loose = (way: string): string => allowing('{ "===": [{ var: event.permission }, bash] }', `by ${way}`)
const configOf = (remark: string): string => `version: 1\n# ${remark}\npolicies: [./policies/allows.yaml]\n`

/** Ways by which ordinary work changes what binds: the line passes guard, as it names none of it. */
interface Way {
  name: string
  command: string
  /** The files that are other ones after it, as they are told. */
  changed: readonly string[]
  /** What a person's repository holds before. */
  prepare: (put: (path: string, text: string) => void, git: (...given: string[]) => void) => void
}

const ways: readonly Way[] = [
  {
    name: 'a script',
    command: 'sh build.sh',
    changed: [plugin, policy],
    prepare: (put) => put('build.sh', `sed -i 's/${bait}/none/' ${policy}\necho '// more' > ${plugin}\n`),
  },
  {
    name: 'a branch',
    command: 'git checkout -q loose',
    changed: [config, policy],
    prepare: (put, git) => {
      git('checkout', '-qb', 'loose')
      put(policy, loose('a branch'))
      put(config, configOf('loose'))
      git('commit', '-qam', 'Loose')
      git('checkout', '-q', 'main')
    },
  },
  {
    name: 'a stash',
    command: 'git stash pop',
    changed: [policy],
    prepare: (put, git) => {
      put(policy, loose('a stash'))
      git('stash', '-q')
    },
  },
  {
    name: 'a patch',
    command: 'git apply work.patch',
    changed: [policy],
    prepare: (put, git) => {
      put(policy, loose('a patch'))
      git('diff', '--output=work.patch')
      git('checkout', '-q', policy)
    },
  },
  {
    name: 'an archive',
    command: 'tar xf work.tar',
    changed: ['.opencode/plugin/more.js', policy],
    prepare: (put, git) => {
      put(policy, loose('an archive'))
      put('.opencode/plugin/more.js', '//\n')
      git('add', '-N', '.opencode/plugin/more.js')
      execFileSync('tar', ['cf', 'work.tar', policy, '.opencode/plugin/more.js'], { cwd: night.project.directory })
      git('checkout', '-q', policy)
      git('rm', '-qf', '--cached', '.opencode/plugin/more.js')
      night.project.remove('.opencode/plugin/more.js')
    },
  },
  {
    name: 'a formatter',
    command: 'npx prettier --write .',
    changed: [config, policy],
    prepare: (put) => {
      const files = JSON.stringify([policy, config])
      const code = `const fs = require('fs')\nfor (const file of ${files}) fs.appendFileSync(file, '# Formatted\\n')\n`
      put('node_modules/.bin/prettier', `#!/usr/bin/env node\n${code}`)
      execFileSync('chmod', ['+x', 'node_modules/.bin/prettier'], { cwd: night.project.directory })
    },
  },
]

let night: Night
/** Changes of the person's that the next call will be told with: one, once a way was tried. */
let putBack = 0
beforeAll(async () => {
  night = await startNight('integrity', {
    isTrusted: true,
    files: {
      'bait.mjs': "console.log('taken')\n",
      '.gitignore':
        'node_modules\n/blockers.md\n/work.*\n/build.sh\n.opencode/node_modules\n.opencode/package*\n.opencode/bun*\n',
      [config]: configOf('as trusted'),
      [policy]: trusted,
      [plugin]: '//\n',
    },
  })
  git('checkout', '-qB', 'main')
})
afterAll(() => night.close())

const git = (...given: string[]): void => {
  const as = ['-c', 'user.email=night@example.org', '-c', 'user.name=Night']
  execFileSync('git', [...as, ...given], { cwd: night.project.directory, stdio: 'ignore' })
}

/** A session in which the agent runs these, one after the other; what each was answered. */
async function runs(key: string, ...commands: string[]) {
  night.model.script(key, [...commands.map((command) => ({ calls: [bash(command)] })), { text: marker }])
  const session = await night.session()
  await session.say(`Begin ${key}`)
  await session.rest()
  return { session, results: toolResults(night, key, commands.length) }
}

const told = (): string[] => toasts(night).filter((text) => text.startsWith('Changed while an agent was at work'))

test.each(ways)(
  '$name: what it changed is told, has no effect at work, and waits',
  async ({ name, command, changed, prepare }) => {
    prepare(night.project.write, git)
    const key = name.split(' ').join('-')
    const before = told().length
    // What the person put back since the way before is told after the first call, which changes nothing.
    const { results } = await runs(key, 'true', command, bait)
    expect(results[1], 'the line itself is ordinary work').not.toMatch(/nothing is approved|protected/)
    expect(night.project.read(policy), 'it did change the policy').not.toBe(trusted)
    expect(results[2]).toContain('nothing is approved')
    await until(`a notice of ${name}`, () => told().length >= before + putBack + 1)
    expect(told().slice(before + putBack)).toEqual([
      `Changed while an agent was at work: ${changed.join(', ')}. Sessions at work go on by what they began with. Look at it before the next one, and at \`npx opencode-diverter trust --show\``,
    ])

    const later = await runs(`after-${key}`, bait)
    expect(later.results[0]).toContain('nothing is approved')
    const waiting = changed.filter((file) => !file.includes('/plugin/'))
    expect(await ask(night, later.session, 'status')).toContain(
      `Changed since you trusted this project: ${waiting.join(', ')};`,
    )
    const shown = program(night, 'trust', '--show')
    expect(shown.code).toBe(1)
    for (const file of waiting) expect(shown.output).toContain(`${file} (changed)`)

    git('checkout', '-qf', 'main')
    night.project.remove('.opencode/plugin/more.js')
    putBack = 1
  },
)

test('the person takes it by trust, and not before', async () => {
  night.project.write(policy, loose('a person'))
  expect((await runs('before-trust', bait)).results[0]).toContain('nothing is approved')
  expect(program(night, 'trust')).toEqual({ code: 0, output: expect.stringContaining('Trusted: 1 file of ') })
  expect((await runs('after-trust', bait)).results[0]?.trim()).toBe('taken')
})

test('the user’s own config waits too, and what they had there before decides', async () => {
  const folder = join(night.host.home, '.config/opencode/diverter')
  const mine = join(folder, 'mine.yaml')
  const denying = (command: string): string => `version: 1
name: mine
rules:
  - { id: no, events: [permission.asked], when: { "===": [{ var: event.command }, "${command}"] }, then: [{ deny: { text: Not by me } }] }
`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'diverter.yaml'), 'version: 1\npolicies: [./mine.yaml]\n')
  writeFileSync(mine, denying(bait))
  try {
    const script = `sed 's/${bait}/none/' '${mine}' > mine.new\ncp mine.new "$(dirname '${mine}')/mine.yaml"\n`
    night.project.write('own.sh', script)
    expect((await runs('own-early', bait)).results[0]?.trim(), 'OpenCode runs already').toBe('taken')
    expect(program(night, 'trust').output).toContain('Taken: 2 files of your own config, as shown.')
    expect((await runs('own-before', bait)).results[0]).toContain('Not by me')
    const before = told().length
    const { results } = await runs('own', 'sh own.sh', bait)
    expect(readFileSync(mine, 'utf8'), 'it did change the policy').toBe(denying('none'))
    expect(results[1]).toContain('Not by me')
    await until('a notice of it', () => told().length > before)
    expect(told().at(-1)).toContain(mine)

    const later = await runs('own-after', bait)
    expect(later.results[0]).toContain('Not by me')
    const waits = `Changed while OpenCode was open: ${mine}; what you had there before decides;`
    expect(await ask(night, later.session, 'status')).toContain(waits)
    expect(program(night, 'trust', '--show').output).toContain(
      'Changed in your own config while OpenCode was open: 1 file',
    )
    expect(program(night, 'trust').output).toContain('Taken: 1 file of your own config, as shown.')
    expect((await runs('own-taken', bait)).results[0]?.trim()).toBe('taken')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
