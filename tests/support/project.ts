import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { KeptFault } from '../../src/runtime/fault/keep-fault.ts'
import { placeIn } from '../../src/store/place.ts'
import { faultsAt, exportAt as nightAt } from './folder-store.ts'
import { settleDependencies } from './settled.ts'

/** One line of a night, as far as tests read it. */
export interface JournalLine {
  session?: string
  event?: { type: string }
  [field: string]: unknown
}

export interface Project {
  directory: string
  write: (path: string, text: string) => void
  remove: (path: string) => void
  /** The text of a file, empty if there is none. */
  read: (path: string) => string
  blockers: () => string
  /** Lines of all nights, or of one session tree's. */
  journal: (session?: string) => JournalLine[]
  /** Faults that were kept. */
  faults: () => KeptFault[]
}

export interface ProjectSettings {
  /** The HOME of the host that works on it. */
  home: string
  /** Where the model listens; null leaves the person's own providers alone. */
  modelUrl: string | null
  /** Where a second provider listens, which is called `spare` and has the same models. */
  spareUrl?: string | undefined
  /** Entries of the host's `plugin` list. */
  plugins: readonly (string | [string, object])[]
  git?: boolean
  files?: Record<string, string>
  /** Merged over the host's settings. */
  settings?: object
}

/** Makes a project folder anew, with the scripted model as its only provider. */
export function makeProject(folder: string, wanted: ProjectSettings): Project {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const directory = realpathSync(folder)
  const project = openProject(directory, wanted.home)
  settleDependencies(join(directory, '.opencode'))
  project.write('opencode.json', `${JSON.stringify(hostSettings(wanted), null, 2)}\n`)
  for (const [path, text] of Object.entries(wanted.files ?? {})) project.write(path, text)
  if (wanted.git !== false) {
    const git = (...given: string[]) => execFileSync('git', given, { cwd: directory, stdio: 'ignore' })
    git('init', '-q')
    git('add', '-A')
    git('-c', 'user.email=night@example.org', '-c', 'user.name=Night', 'commit', '-qm', 'Begin')
  }
  return project
}

/** `home` is that of the host. */
export function openProject(directory: string, home: string): Project {
  const read = (path: string) => {
    const file = join(directory, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return {
    directory,
    read,
    write: (path, text) => {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    },
    remove: (path) => rmSync(join(directory, path), { recursive: true, force: true }),
    blockers: () => read('blockers.md'),
    journal: (session) => {
      const place = placeIn(join(home, '.local/state/opencode-diverter'))
      if (!existsSync(place.database)) return []
      return nightAt(place, directory, session)
        .split('\n')
        .filter((line) => line !== '' && !line.includes('"line":"policies"'))
        .map((line) => JSON.parse(line) as JournalLine)
    },
    faults: () => faultsAt(placeIn(join(home, '.local/state/opencode-diverter')), directory),
  }
}

const providerAt = (name: string, baseURL: string | null): object => ({
  npm: '@ai-sdk/openai-compatible',
  name,
  options: { baseURL, apiKey: 'none' },
  models: Object.fromEntries(
    ['one', 'two'].map((model) => [
      model,
      { name: model, tool_call: true, limit: { context: 128_000, output: 8_000 } },
    ]),
  ),
})

function hostSettings(wanted: ProjectSettings): object {
  const urls = { scripted: wanted.modelUrl, ...(wanted.spareUrl !== undefined && { spare: wanted.spareUrl }) }
  const provider = Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, providerAt(name, url)]))
  return {
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    share: 'disabled',
    ...(wanted.modelUrl === null
      ? {}
      : { model: 'scripted/one', small_model: 'scripted/one', enabled_providers: Object.keys(urls), provider }),
    permission: { bash: 'ask', edit: 'allow' },
    ...(wanted.plugins.length > 0 ? { plugin: wanted.plugins } : {}),
    ...wanted.settings,
  }
}
