import { symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  boundFiles,
  changedText,
  hostFiles,
  mayChangeFiles,
  ownFiles,
  packageFolders,
} from '../../src/host/files/bound-files.ts'
import { projectFolder, putFiles } from '../support/project-folder.ts'
import { sourceText } from '../../src/runtime/reading/source-text.ts'
import { eventFrom } from '../support/event.ts'

describe('files that bind', () => {
  it('are told once when they change, come or go', () => {
    const texts = new Map<string, string>([
      ['/p/a', '1'],
      ['/p/b', '1'],
    ])
    let paths = ['/p/a', '/p/b', '/p/c']
    const bound = boundFiles(
      () => paths,
      (path) => texts.get(path) ?? null,
    )
    expect(bound.changed()).toEqual([])
    texts.set('/p/a', '2').set('/p/c', '1').delete('/p/b')
    expect(bound.changed()).toEqual(['/p/a', '/p/b', '/p/c'])
    expect(bound.changed()).toEqual([])
    texts.set('/p/d', '1')
    paths = ['/p/a', '/p/d']
    expect(bound.changed()).toEqual(['/p/c', '/p/d'])
  })

  it('are those of the host too: its configs and plugins, also new ones', () => {
    const directory = projectFolder({ '.git/HEAD': '', 'opencode.json': '{}' })
    const bound = boundFiles(() => hostFiles(directory, null), sourceText)
    putFiles(directory, {
      'opencode.json': '{ }',
      '.opencode/plugin/x.ts': 'export {}',
      '.opencode/opencode.jsonc': '{}',
    })
    expect(bound.changed()).toEqual(
      ['.opencode/opencode.jsonc', '.opencode/plugin/x.ts', 'opencode.json'].map((name) => `${directory}/${name}`),
    )
  })

  it('are those of the terminal and of the user too', () => {
    const directory = projectFolder({ '.git/HEAD': '', 'home/opencode/plugins/a.js': '1' })
    const bound = boundFiles(() => hostFiles(directory, `${directory}/home/opencode/diverter`), sourceText)
    const changed = [
      '.opencode/tui.json',
      'home/opencode/config.json',
      'home/opencode/plugins/a.js',
      'home/opencode/tui.json',
      'tui.jsonc',
    ]
    putFiles(directory, Object.fromEntries(changed.map((name) => [name, '{ }'])))
    expect(bound.changed()).toEqual(changed.map((name) => `${directory}/${name}`))
  })

  it('are tools and agents too, those of the home folder, and a plugin that a config names by its path', () => {
    const directory = projectFolder({
      '.git/HEAD': '',
      'opencode.json': '{ "plugin": ["./tools/p.js", ["../x/q.ts", {}], "a-package", "file:///nowhere/r.js"] }',
      '.opencode/tui.json': '{ "plugin": ["./../pack"] }',
      'pack/package.json': '{ "exports": { "./tui": "./dist/t.js" }, "main": "m.js" }',
      'home/.opencode/x': '',
    })
    const files = (): string[] => hostFiles(directory, null, `${directory}/home`)
    expect(files()).toEqual(
      expect.arrayContaining([`${directory}/tools/p.js`, resolve(directory, '../x/q.ts'), '/nowhere/r.js']),
    )
    const bound = boundFiles(files, sourceText)
    const changed = [
      '.opencode/agent/build.md',
      '.opencode/agents/deep/a.md',
      '.opencode/mode/a.md',
      '.opencode/tool/a.ts',
      'home/.opencode/opencode.json',
      'home/.opencode/plugin/a.js',
      'home/.opencode/tools/a.js',
      'pack/dist/t.js',
      'pack/m.js',
      'pack/package.json',
      'tools/p.js',
    ]
    putFiles(
      directory,
      Object.fromEntries(changed.map((name) => [name, '{ "main": "m.js", "exports": { "./tui": "./dist/t.js" } }'])),
    )
    putFiles(directory, { 'tools/other.js': '1' })
    expect(bound.changed()).toEqual(changed.map((name) => `${directory}/${name}`))
  })

  it('are the first policy of a project too, and a plugin that is too large to be read', () => {
    const directory = projectFolder({ '.git/HEAD': '', '.opencode/plugin/large.js': '' })
    const bound = boundFiles(
      () => hostFiles(directory, null),
      (path) => (path.endsWith('.js') ? null : 'a text'),
    )
    putFiles(directory, { '.opencode/policies/a.yaml': 'version: 1' })
    symlinkSync('loop.js', `${directory}/.opencode/plugin/loop.js`)
    truncateSync(`${directory}/.opencode/plugin/large.js`, 70_000_000)
    expect(bound.changed()).toEqual([
      `${directory}/.opencode/plugin/large.js`,
      `${directory}/.opencode/policies/a.yaml`,
    ])
  })

  it('are those of this package, by its folder: in node_modules, above, and where it runs', () => {
    const own = projectFolder({ 'package.json': '{}', 'dist/server.js': '1' })
    const directory = projectFolder({
      '.git/HEAD': '',
      'app/node_modules/opencode-diverter/policies/guard.yaml': '1',
      'app/node_modules/opencode-diverter/templates/guard/protected.hbs': '1',
    })
    const bound = boundFiles(
      () => [],
      () => null,
      packageFolders(`${directory}/app`, own),
    )
    expect(bound.changed()).toEqual([])
    putFiles(directory, { 'app/node_modules/opencode-diverter/templates/guard/protected.hbs': '22' })
    expect(bound.changed()).toEqual([`${directory}/app/node_modules/opencode-diverter`])
    putFiles(own, { 'dist/server.js': '22' })
    putFiles(directory, { 'node_modules/opencode-diverter/dist/server.js': '1' })
    expect([...bound.changed()].sort()).toEqual([`${directory}/node_modules/opencode-diverter`, own].sort())
    expect(bound.changed()).toEqual([])
  })

  it('are read as far as a file that binds is, and told by size and time beyond', () => {
    const directory = projectFolder({ 'own/a.yaml': 'one' })
    const large = `${directory}/own/large.yaml`
    writeFileSync(large, 'x')
    truncateSync(large, 60_000_000)
    const heard: { name: string; before: string | null; after: string | null }[] = []
    const read: string[] = []
    const bound = boundFiles(
      () => ownFiles(`${directory}/own`),
      (path) => {
        const text = sourceText(path)
        if (text !== null) read.push(path)
        return text
      },
      [],
      (changes) => heard.push(...changes),
    )
    truncateSync(large, 60_000_001)
    expect(bound.changed()).toEqual([large])
    expect(heard).toEqual([{ name: large, before: null, after: null }])
    expect(read).not.toContain(large)
  })

  it('that were looked at in between are told all the same, and heard of at once', () => {
    let text = 'one'
    const heard: string[] = []
    const bound = boundFiles(
      () => ['/p/a'],
      () => text,
      [],
      (changes) => heard.push(...changes.map(({ before, after }) => `${before} ${after}`)),
    )
    text = 'two'
    bound.look()
    text = 'three'
    bound.look()
    expect(heard).toEqual(['one two', 'two three'])
    expect(bound.changed()).toEqual(['/p/a'])
    expect(bound.changed()).toEqual([])
  })

  it('are looked at after each tool that is not known to read alone, and when a turn ends', () => {
    expect(mayChangeFiles(eventFrom('tool.finished', { tool: 'bash', command: 'make' }))).toBe(true)
    expect(mayChangeFiles(eventFrom('tool.finished', { tool: 'mcp_shell' }))).toBe(true)
    expect(mayChangeFiles(eventFrom('tool.finished', { tool: 'write' }))).toBe(true)
    expect(mayChangeFiles(eventFrom('tool.finished', { tool: 'read' }))).toBe(false)
    expect(mayChangeFiles(eventFrom('turn.ended', { message: 'm', text: '', finish: 'stop', calls: 1 }))).toBe(true)
    expect(mayChangeFiles(eventFrom('tool.called', { tool: 'bash', command: 'make' }))).toBe(false)
  })

  it('are named for the person', () => {
    expect(changedText(['/p/opencode.json', '/home/me/x.yaml'], '/p')).toBe(
      'Changed while an agent was at work: opencode.json, /home/me/x.yaml. Sessions at work go on by what they began with. Look at it before the next one, and at `npx opencode-diverter trust --show`',
    )
  })
})
