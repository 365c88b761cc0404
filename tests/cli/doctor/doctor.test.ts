import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import type { Finding, Subject } from '../../../src/cli/doctor/finding.ts'
import { pluginFindings } from '../../../src/cli/doctor/plugin.ts'
import type { Asked, Surroundings } from '../../../src/cli/doctor/surroundings.ts'
import { managedFolder } from '../../../src/cli/doctor/surroundings.ts'
import { opencodeFinding, supported } from '../../../src/cli/doctor/versions.ts'
import { runProgram } from '../../../src/cli/program.ts'
import { memoryIo } from '../../support/memory-io.ts'
import { projectFolder, putFiles } from '../../support/project-folder.ts'

const useFirst = 'Use OpenCode 1.18 or a newer 1.x: npm install --global opencode-ai@1'
const list = (...plugin: unknown[]): string => JSON.stringify({ plugin })
const healthy = {
  '.git/HEAD': '',
  '.opencode/opencode.json': list('opencode-diverter@1.0.0'),
  '.opencode/tui.json': list('opencode-diverter@1.0.0'),
}

interface Given {
  /** Files of the project by their path, `home/` and `managed/` beside it. */
  files?: Record<string, string>
  /** The folder of the project that the doctor looks at. */
  folder?: string
  environment?: Record<string, string>
  asked?: Asked
  node?: string
}

interface World {
  root: string
  project: string
  run: (...words: string[]) => Promise<{ code: number; output: string; errors: string }>
  /** What the whole command finds about one thing. */
  findings: (about: Subject) => Promise<Finding[]>
  /** What is found of the plugin alone, for which no policy need be loaded. */
  plugin: (about?: Subject) => Finding[]
}

/** A folder with a project, a user's home and an administrator's settings in it. */
function world({ files = healthy, folder = '.', environment = {}, asked, node = '22.13.0' }: Given = {}): World {
  const root = realpathSync(projectFolder({}))
  const project = join(root, 'project')
  mkdirSync(join(project, folder), { recursive: true })
  for (const [path, text] of Object.entries(files))
    putFiles(root, { [/^(?:home|managed)\//.test(path) ? path : `project/${path}`]: text.replaceAll('ROOT', root) })
  const surroundings: Surroundings = {
    node,
    opencode: async () => asked ?? { state: 'answered', text: '1.18.33\n' },
    home: join(root, 'home'),
    managed: join(root, 'managed'),
    environment,
  }
  const run = async (...words: string[]) => {
    const io = {
      ...memoryIo(join(project, folder)),
      userFolder: join(root, 'home/.config/opencode/diverter'),
      surroundings,
      environment: { CI: 'true' },
    }
    const code = await runProgram(['doctor', ...words], '1.0.0', io)
    return { code, output: io.output(), errors: io.errors() }
  }
  const findings = async (about: Subject) => {
    const { output } = await run('--format', 'json')
    return (JSON.parse(output) as { findings: Finding[] }).findings.filter((each) => each.about === about)
  }
  const plugin = (about: Subject = 'plugin') => {
    const places = { directory: join(project, folder), user: join(root, 'home/.config/opencode'), surroundings }
    return pluginFindings(places, '1.0.0').filter((each) => each.about === about)
  }
  return { root, project, run, findings, plugin }
}

describe('the doctor', () => {
  test('a healthy installation is told in plain lines', async () => {
    const healthyWorld = world()
    expect(await healthyWorld.run()).toEqual({
      code: 0,
      errors: '',
      output: `ok       This program is opencode-diverter 1.0.0
ok       It runs on Node 22.13.0
ok       OpenCode 1.18.33 is on PATH
ok       .opencode/opencode.json lists opencode-diverter@1.0.0, which is version 1.0.0
ok       .opencode/tui.json lists opencode-diverter@1.0.0 for the terminal
ok       Policies in force: guard, phases, blockers, all built in
ok       The nights will lie in ${healthyWorld.project}/.state
ok       The page will be blockers.md

Nothing is wrong.
`,
    })
  })

  test('what is wrong is told with what to do, and the exit code is 1', async () => {
    const { run } = world({ files: {}, asked: { state: 'answered', text: '2.0.24\n' } })
    const { code, output } = await run()
    expect(code).toBe(1)
    expect(
      output,
    ).toContain(`problem  OpenCode 2.0.24 is on PATH, and this version of the plugin does not support OpenCode 2 or newer yet: it does nothing there
         To do: ${useFirst}
problem  No settings of OpenCode list opencode-diverter for this folder
         To do: Run opencode plugin opencode-diverter in the folder of the project
`)
    expect(output).toMatch(/\n\n2 problems\n$/)
  })

  test('a warning alone is no failure', async () => {
    const { code, output } = await world({ asked: { state: 'absent' } }).run()
    expect(code).toBe(0)
    expect(output).toMatch(/\n\n1 warning\n$/)
  })

  test('the same as JSON', async () => {
    const { output } = await world({ asked: { state: 'absent' } }).run('--format', 'json')
    expect(JSON.parse(output)).toEqual({
      version: '1.0.0',
      findings: expect.arrayContaining([
        { about: 'program', level: 'ok', says: 'This program is opencode-diverter 1.0.0', todo: null },
        {
          about: 'opencode',
          level: 'warning',
          says: 'No opencode is on PATH, so its version is not known',
          todo: 'Install it where it is to work; policies are checked without it',
        },
      ]),
      summary: { ok: 7, warnings: 1, problems: 0 },
    })
  })

  test('where nothing outside may be looked at, the project alone is', async () => {
    const io = memoryIo(projectFolder({}))
    expect(await runProgram(['doctor'], '1.0.0', io)).toBe(0)
    expect(io.output()).toContain('Policies in force: guard, phases, blockers')
    expect(io.output()).not.toContain('Node')
  })

  test('hides no letter and shows no secret of what it found', async () => {
    const token = `ghp_${'a1'.repeat(18)}`
    const { run } = world({
      files: { '.opencode/opencode.json': list(`opencode-diverter@https://me:${token}@x\u001b[31m\n\u202e.tgz`) },
      asked: { state: 'answered', text: '\u001b[2Jnonsense\u0007' },
    })
    const { output } = await run()
    expect(output).not.toContain(token)
    expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  })
})

describe('the versions', () => {
  it('are those that the package asks for', () => {
    expect(supported.node).toBe(manifest.engines.node)
    expect(supported.opencode.split(' ')[0]).toBe(manifest.engines.opencode)
  })

  it.each([
    ['1.18.0', 'ok'],
    ['1.18.33\n', 'ok'],
    ['v1.19.2-beta.1', 'ok'],
    ['a warning 9.9.9 of node\n1.18.33', 'ok'],
    ['opencode 1.20.0 (linux)', 'ok'],
    ['1.17.9', 'problem', 'OpenCode 1.17.9 is on PATH, which is too old', useFirst],
    ['2.0.0-beta.3', 'problem', expect.stringContaining('OpenCode 2.0.0-beta.3 is on PATH, and'), useFirst],
    ['opencode 2.3.4', 'problem', expect.stringContaining('OpenCode 2.3.4'), useFirst],
    ['10.0.1', 'problem', expect.stringContaining('does not support OpenCode 2 or newer yet'), useFirst],
    ['0.0.0-dev-202611', 'warning', expect.stringContaining('a build in between'), useFirst],
    ['', 'warning', 'The opencode on PATH calls its version "", which says nothing', useFirst],
    ['local', 'warning', 'The opencode on PATH calls its version "local", which says nothing', useFirst],
    ['1.18', 'warning', expect.anything(), useFirst],
  ])('OpenCode says %j: %s', (text, level, says?: unknown, todo?: string) => {
    expect(opencodeFinding({ state: 'answered', text })).toMatchObject({
      level,
      ...(says === undefined ? {} : { says, todo }),
    })
  })

  it('of an OpenCode that does not answer is not known', async () => {
    const [found] = await world({ asked: { state: 'failed', why: 'it did not answer within 15 s' } }).findings(
      'opencode',
    )
    expect(found).toMatchObject({
      level: 'warning',
      says: 'The opencode on PATH does not tell its version: it did not answer within 15 s',
    })
  })

  it('of Node may be too old', async () => {
    expect(await world({ node: '20.20.2' }).findings('node')).toEqual([
      {
        about: 'node',
        level: 'problem',
        says: 'It runs on Node 20.20.2, which is too old',
        todo: 'Install Node 22.13 or newer',
      },
    ])
  })
})

const told = (findings: readonly Finding[]): string[] => findings.map((each) => `${each.level}: ${each.says}`)
const says = (given: Given, about?: Subject): string[] => told(world(given).plugin(about))

describe('where OpenCode finds the plugin', () => {
  const named = list('opencode-diverter@1.0.0')
  const version = 'lists opencode-diverter@1.0.0, which is version 1.0.0'

  it.each([
    ['opencode.json', {}],
    ['opencode.jsonc', {}],
    ['.opencode/opencode.json', {}],
    ['.opencode/opencode.jsonc', {}],
    ['home/.config/opencode/config.json', {}],
    ['home/.config/opencode/opencode.jsonc', {}],
    ['home/.opencode/opencode.json', {}],
    ['managed/opencode.json', {}],
    ['mine.json', { OPENCODE_CONFIG: 'mine.json' }],
    ['mine/opencode.jsonc', { OPENCODE_CONFIG_DIR: 'mine' }],
  ])('%s', (path, environment) => {
    const found = says({ files: { '.git/HEAD': '', [path]: named }, environment })
    expect(found).toEqual([expect.stringMatching(/^ok: /)])
    expect(found[0]).toContain(version)
    expect(found[0]).toContain(path)
  })

  it('a variable with the settings themselves', () => {
    expect(says({ files: {}, environment: { OPENCODE_CONFIG_CONTENT: named } })).toEqual([
      `ok: OPENCODE_CONFIG_CONTENT ${version}`,
    ])
  })

  it("above the folder up to the worktree's root, and no further", () => {
    const below = { folder: 'packages/one' }
    const missing = ['problem: No settings of OpenCode list opencode-diverter for this folder']
    expect(says({ ...below, files: { '.git/HEAD': '', 'opencode.json': named } })).toEqual([
      expect.stringContaining(version),
    ])
    expect(says({ ...below, files: { '.git/HEAD': '', 'packages/.opencode/opencode.json': named } })).toEqual([
      expect.stringContaining(version),
    ])
    expect(says({ ...below, files: { 'packages/one/.git': 'gitdir: x', 'opencode.json': named } })).toEqual(missing)
    expect(says({ ...below, files: { 'opencode.json': named } }), 'no worktree at all').toEqual([
      expect.stringContaining(version),
    ])
  })

  it('not in the project where a variable keeps OpenCode from it', () => {
    const environment = { OPENCODE_DISABLE_PROJECT_CONFIG: 'true' }
    expect(says({ environment })).toEqual([expect.stringMatching(/^problem: No settings/)])
    expect(says({ environment: { OPENCODE_PURE: '1' } })).toContain(
      'problem: OPENCODE_PURE is set here, with which OpenCode loads no plugin',
    )
  })

  it("of the user's own files the last list alone", () => {
    const folder = 'home/.config/opencode'
    const files = { [`${folder}/opencode.json`]: named, [`${folder}/opencode.jsonc`]: list('other') }
    expect(says({ files })).toEqual([expect.stringMatching(/^problem: No settings/)])
    expect(says({ files: { ...files, [`${folder}/opencode.jsonc`]: '{}' } })).toEqual([
      expect.stringContaining(version),
    ])
  })

  it('under the key of OpenCode 2, which OpenCode 1 does not read', () => {
    const files = { 'opencode.json': JSON.stringify({ plugins: ['opencode-diverter'] }) }
    expect(world({ files }).plugin('plugin')).toEqual([
      {
        about: 'plugin',
        level: 'problem',
        says: 'opencode.json lists opencode-diverter under plugins, which OpenCode 1 does not read',
        todo: 'Write it under plugin',
      },
    ])
  })

  it.each([
    ['a package of another name', list('opencode-diverter-extra', '@me/opencode-diverter', 'opencode')],
    ['no text', list(7, null, [], [['opencode-diverter']], { package: 'opencode-diverter' })],
    ['another key', JSON.stringify({ mcp: ['opencode-diverter'] })],
  ])('not by %s', (_name, text) => {
    expect(says({ files: { 'opencode.json': text } })).toEqual([expect.stringMatching(/^problem: No settings/)])
  })

  it.each([
    ['{ "plugin": [', 'it is no JSON'],
    ['{\n"plugin": ["opencode-diverter"]\n"x": 1 }', 'it is no JSON, see line 3'],
    ['[]', 'it is no map'],
    ['"opencode-diverter"', 'it is no map'],
    ['{ "plugin": "opencode-diverter" }', 'plugin is no list'],
  ])('settings that cannot be used are named: %j', (text, why) => {
    const [broken] = world({ files: { 'opencode.json': text } }).plugin('plugin')
    expect(broken).toMatchObject({ level: 'problem', todo: 'Mend it; OpenCode cannot use it either' })
    expect(broken?.says).toMatch(new RegExp(`^Cannot read opencode\\.json: ${why}`))
  })

  it('a folder in the place of settings is named too', () => {
    expect(says({ files: { ...healthy, 'opencode.json/x': '' } })[0]).toContain(
      'Cannot read opencode.json: it is a folder',
    )
  })
})

test.each(['file://elsewhere/opencode-diverter', 'file:///%00', 'file:///%zz', 'file://', 'file:', '/', '.', ''])(
  'an entry %j that names nothing here is no fault inside',
  async (spec) => {
    const { code, errors } = await world({ files: { 'opencode.json': list(spec, [spec, {}]) } }).run()
    expect(errors).toBe('')
    expect(code).toBe(1)
  },
)

describe('which version of the plugin OpenCode loads', () => {
  const cached = (spec: string, version: string) => ({
    [`home/.cache/opencode/packages/${spec}/node_modules/opencode-diverter/package.json`]: JSON.stringify({ version }),
  })
  const checkout = (folder: string, built = true) => ({
    [`${folder}/package.json`]: '{ "name": "opencode-diverter", "version": "1.0.0" }',
    ...(built ? { [`${folder}/dist/server.js`]: '' } : {}),
  })

  it('the one that it fetched', () => {
    const files = { 'opencode.json': list('opencode-diverter'), ...cached('opencode-diverter@latest', '1.0.0') }
    expect(says({ files })).toEqual(['ok: opencode.json lists opencode-diverter, which is version 1.0.0'])
    expect(says({ files: { 'opencode.json': list('opencode-diverter') } })).toEqual([
      'ok: opencode.json lists opencode-diverter; OpenCode fetches it at its next start',
    ])
  })

  it('another one than this program is a warning', () => {
    const files = { 'opencode.json': list('opencode-diverter'), ...cached('opencode-diverter@latest', '0.9.0') }
    expect(says({ files })).toEqual([
      'warning: opencode.json lists opencode-diverter, which is version 0.9.0, and this program is 1.0.0: they may decide differently',
    ])
  })

  it.each([
    ['file://ROOT/project/checkout', 'checkout'],
    ['./checkout', 'checkout'],
    ['ROOT/project/checkout', 'checkout'],
    ['file://ROOT/project/a%20b/dist/server.js', 'a b'],
    ['../project/checkout/dist/server.js', 'checkout'],
  ])('a checkout at %s', (spec, folder) => {
    const found = says({ files: { 'opencode.json': list(spec), ...checkout(folder) } })
    expect(found).toEqual([expect.stringMatching(/^ok: opencode\.json lists .*, which is version 1\.0\.0$/)])
  })

  it('a checkout that is not built or not there cannot be loaded', () => {
    const files = { 'opencode.json': list('./checkout'), ...checkout('checkout', false) }
    expect(says({ files })).toEqual([
      'problem: opencode.json lists ./checkout, which cannot be loaded: it is not built; run npm run build there',
    ])
    expect(says({ files: { 'opencode.json': list('file:///nowhere/opencode-diverter') } })).toEqual([
      'problem: opencode.json lists file:///nowhere/opencode-diverter, which cannot be loaded: there is no such file or folder',
    ])
  })

  it('a file in a folder of plugins that takes it in', () => {
    const files = { '.opencode/plugins/night.ts': "export { default } from 'opencode-diverter/server'\n" }
    expect(says({ files })).toEqual([
      expect.stringMatching(/^ok: \.opencode\/plugins\/night\.ts lists .*its version is not known$/),
    ])
  })

  it('a large file in a folder of plugins, whatever it takes in', () => {
    const files = { '.opencode/plugins/night.ts': `import${' '.repeat(400_000)}x` }
    expect(says({ files })).toEqual([expect.stringMatching(/^problem: No settings/)])
  })

  it('another plugin that lies in a checkout of this one is not this one', () => {
    const files = {
      ...checkout('.'),
      '.opencode/plugins/other.js': 'export default {}',
      'opencode.json': list('./tools/other.js'),
      'tools/other.js': '',
    }
    expect(says({ files })).toEqual([expect.stringMatching(/^problem: No settings/)])
  })

  it('listed twice under one name the last counts, under two both are loaded', () => {
    const files = { ...healthy, 'opencode.json': list('opencode-diverter@0.9.0') }
    expect(says({ files })).toEqual([
      'ok: .opencode/opencode.json lists opencode-diverter@1.0.0, which is version 1.0.0',
      'warning: It is listed 2 times: opencode-diverter@0.9.0 in opencode.json, opencode-diverter@1.0.0 in .opencode/opencode.json. OpenCode takes the last of them',
    ])
    const both = says({ files: { ...healthy, 'opencode.json': list('./checkout'), ...checkout('checkout') } })
    expect(both).toHaveLength(3)
    expect(both[2]).toContain('OpenCode loads it more than once, and only the first instance works')
  })

  it('it may be switched off in its options', () => {
    const files = { ...healthy, '.opencode/opencode.json': list(['opencode-diverter@1.0.0', { enabled: false }]) }
    expect(says({ files }).slice(1)).toEqual([
      'warning: It is switched off by enabled: false in .opencode/opencode.json',
    ])
  })
})

describe('beside it', () => {
  it('the half in the terminal may be missing', () => {
    const { '.opencode/tui.json': _, ...files } = healthy
    expect(world({ files }).plugin('terminal')).toEqual([
      {
        about: 'terminal',
        level: 'warning',
        says: 'No tui.json lists it: there is no badge, no key and no dialog in the terminal',
        todo: 'Run opencode plugin opencode-diverter in the folder of the project, or name it in tui.json too',
      },
    ])
    for (const [path, environment] of [
      ['home/.config/opencode/tui.json', {}],
      ['tui.jsonc', {}],
      ['t.json', { OPENCODE_TUI_CONFIG: 't.json' }],
    ] as const)
      expect(says({ files: { ...files, [path]: list('opencode-diverter@1.0.0') }, environment }, 'terminal')).toEqual([
        expect.stringMatching(/^ok: .* lists opencode-diverter@1\.0\.0 for the terminal$/),
      ])
  })

  it('rivals are named once each with their place', () => {
    const files = {
      ...healthy,
      'opencode.json': list('oh-my-opencode@3', ['opencode-loop', {}], 'opencode-loopback'),
      'home/.config/opencode/plugin/opencode-loop.ts': '',
    }
    const told = 'too, which tells the agent by itself to go on, so it may be told twice'
    expect(says({ files }, 'rivals')).toEqual([
      `warning: opencode.json lists oh-my-opencode ${told}`,
      expect.stringMatching(
        new RegExp(`^warning: opencode\\.json and /.*/plugin/opencode-loop\\.ts list opencode-loop ${told}$`),
      ),
    ])
  })
})

/** The same of the whole command. */
const command = async (given: Given, about: Subject): Promise<string[]> => told(await world(given).findings(about))

/** What the user says of a project where CI runs. */
const trusting = { 'home/.config/opencode/diverter/diverter.yaml': 'version: 1\ntrust: ci\n' }

describe('the policies', () => {
  const policies = (config: string, more: Record<string, string> = {}) =>
    command({ files: { ...healthy, '.opencode/diverter.yaml': config, ...more } }, 'policies')

  it('of the project are named', async () => {
    expect(await policies('version: 1\nbuiltin: [guard]\n', trusting)).toEqual([
      'ok: Policies in force: guard, all built in',
    ])
    const own = { '.opencode/b.yaml': 'version: 1\nextends: builtin:blockers\nparams: { repeats: 9 }\n' }
    expect(await policies('version: 1\npolicies: [./b.yaml]\n', own)).toEqual([
      expect.stringMatching(/^ok: Policies in force: (?!.*all built in).*blockers/),
    ])
  })

  it('that are at fault are told in one line, with the command that shows them', async () => {
    const found = await world({
      files: { ...healthy, '.opencode/diverter.yaml': 'version: 1\npolicies: [./a.yaml, ./b.yaml]\n' },
    }).findings('policies')
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ level: 'problem', todo: 'See npx opencode-diverter lint' })
    expect(found[0]?.says).toMatch(/^\.opencode\/diverter\.yaml:2: .* \(and 1 more\); in force are .*guard/)
  })

  it('that loosen in vain are a warning', async () => {
    const loose = { '.opencode/b.yaml': 'version: 1\nextends: builtin:blockers\nparams: { allow: "x *" }\n' }
    const found = await policies('version: 1\npolicies: [./b.yaml]\n', loose)
    expect(found).toHaveLength(2)
    expect(found[1]).toMatch(/^warning: \.opencode\/b\.yaml:3: The value of "allow" does not count/)
  })

  it('are those of the config that the options name', async () => {
    const options = list(['opencode-diverter@1.0.0', { config: 'night.yaml' }])
    const files = { ...healthy, ...trusting, '.opencode/opencode.json': options }
    expect(
      await command({ files: { ...files, 'night.yaml': 'version: 1\nbuiltin: [blockers]\n' } }, 'policies'),
    ).toEqual(['ok: Policies in force: blockers, all built in'])
    expect(await world({ files }).findings('policies')).toEqual([
      {
        about: 'policies',
        level: 'problem',
        says: expect.stringMatching(
          /^night\.yaml: Cannot read the config file: there is none; in force are .*blockers/,
        ),
        todo: 'See npx opencode-diverter lint',
      },
    ])
  })

  it('are set by options, which may be wrong', async () => {
    const options = list(['opencode-diverter@1.0.0', { enabled: 'no' }])
    expect(await command({ files: { ...healthy, '.opencode/opencode.json': options } }, 'policies')).toEqual([
      expect.stringMatching(/^problem: \.opencode\/opencode\.json: Cannot use option enabled: "no"/),
    ])
  })
})

describe('the files', () => {
  const files = (more: Record<string, string>) => command({ files: { ...healthy, ...more } }, 'files')

  it('that are there are told so', async () => {
    expect(await files({ '.state/nights.db': '', 'blockers.md': '' })).toEqual([
      expect.stringMatching(/^ok: The nights lie in \/.*\/project\/\.state$/),
      'ok: The page is blockers.md',
    ])
  })

  it('that have no place are a problem', async () => {
    expect(await files({ '.state': '', 'blockers.md/x': '' })).toEqual([
      expect.stringMatching(/^problem: The nights cannot be written to .*\.state: .* is no folder$/),
      expect.stringMatching(/^problem: Cannot use the file "blockers\.md": it is a folder/),
    ])
  })

  it('that lead elsewhere are a problem', async () => {
    const { project, root, findings } = world()
    mkdirSync(join(root, 'elsewhere'))
    symlinkSync(join(root, 'elsewhere'), join(project, '.state'))
    symlinkSync(join(root, 'elsewhere/page.md'), join(project, 'blockers.md'))
    expect((await findings('files')).map((each) => each.says)).toEqual([
      `The nights cannot be written to ${project}/.state: it is a link`,
      expect.stringMatching(/^Cannot use the file "blockers\.md": it is a link/),
    ])
  })
})

test('an administrator keeps settings elsewhere on each system', () => {
  expect(managedFolder('linux', {})).toBe('/etc/opencode')
  expect(managedFolder('darwin', {})).toBe('/Library/Application Support/opencode')
  expect(managedFolder('win32', { ProgramData: 'D:\\Data' })).toBe('D:\\Data\\opencode')
})
