// Proves that the tarball holds what a user needs and nothing else, and that it works with nothing beside it.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from './bundle.mjs'

const required = [
  'README.md',
  'LICENSE',
  'package.json',
  'dist/server.js',
  'dist/morning.js',
  'dist/tui.js',
  'dist/cli.js',
  'dist/maps/server.js.map',
  'dist/maps/morning.js.map',
  'dist/maps/tui.js.map',
  'dist/maps/cli.js.map',
  'dist/maps/sources.json',
  'dist/LICENSES.txt',
]
const allowed = [
  /^(README\.md|CHANGELOG\.md|SECURITY\.md|LICENSE|package\.json)$/,
  /^docs\/([\w-]+\/)?[\w-]+\.md$/,
  /^docs\/pictures\/[\w-]+\.png$/,
  /^dist\/(maps\/)?(server(\.[\w-]+)?|tui|cli|morning)\.js(\.map)?$/,
  /^dist\/(LICENSES\.txt|maps\/sources\.json)$/,
  /^policies\/[\w-]+\.yaml$/,
  /^templates\/[\w-]+\/[\w-]+\.(hbs|ya?ml)$/,
  /^schema\/[\w-]+\.schema\.json$/,
]
const folders = ['policies', 'templates', 'schema', 'docs']
const packedLimit = 3_000_000

const folder = await mkdtemp(join(tmpdir(), 'diverter-pack-'))
try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], root))
  const files = packed.files.map((file) => file.path)
  const problems = [
    ...wrongFiles(files),
    ...tooLarge(packed),
    ...(await wrongManifest()),
    ...(await misread()),
    ...(await mapped()),
  ]
  if (problems.length === 0) await tryOut(packed.filename)
  for (const problem of problems) console.error(problem)
  console.log(`${packed.filename}: ${files.length} files, ${Math.round(packed.size / 1024)} kB packed`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

function wrongFiles(files) {
  return [
    ...files
      .filter((file) => !allowed.some((pattern) => pattern.test(file)))
      .map(
        (file) =>
          `Cannot ship ${file}: only dist, policies, templates, schema, docs, README.md, CHANGELOG.md, SECURITY.md and LICENSE belong in the package`,
      ),
    ...required.filter((file) => !files.includes(file)).map((file) => `Cannot ship without ${file}: it is missing`),
    ...folders
      .filter((name) => !files.some((file) => file.startsWith(`${name}/`)))
      .map((name) => `Cannot ship without ${name}/: it is missing or empty`),
  ]
}

/** The host's runtime takes the server half byte by byte, see scripts/build.mjs. */
async function misread() {
  const servers = (await built()).filter(({ name }) => name.startsWith('dist/server'))
  return servers.flatMap(({ name, text }) => {
    const found = /[^\x00-\x7f]/.exec(text)
    return found === null ? [] : [`Cannot ship ${name}: it holds "${found[0]}", and OpenCode reads only ASCII in it`]
  })
}

async function built() {
  const names = (await readdir(join(root, 'dist'))).filter((name) => name.endsWith('.js')).map((name) => `dist/${name}`)
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(root, name), 'utf8') })))
}

function tooLarge({ size }) {
  return size <= packedLimit ? [] : [`Cannot ship ${size} bytes: allowed are ${packedLimit}`]
}

/** A runtime that finds the name of a map may read it. */
async function mapped() {
  const wrong = (await built()).filter(({ text }) => text.includes('sourceMappingURL='))
  return wrong.map(({ name }) => `Cannot ship ${name}: it names a source map, which a runtime would load`)
}

async function wrongManifest() {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  return installed.map((name) => `Cannot ship the dependency ${name}: everything needed belongs in the bundle`)
}

/** Far from our node_modules: the server loads, the linter passes the shipped policies. */
async function tryOut(tarball) {
  run('tar', ['-xzf', tarball], folder)
  const { default: plugin, ...others } = await import(pathToFileURL(join(folder, 'package/dist/server.js')).href)
  if (typeof plugin?.id !== 'string' || typeof plugin.server !== 'function' || Object.keys(others).length > 0) {
    throw new Error('Cannot ship dist/server.js: it must export a default { id, server } and nothing else')
  }
  console.log(run(process.execPath, ['package/dist/cli.js', 'lint', 'package/policies'], folder).trim())
  await looksAtTui()
  await explainsFindings()
}

/** The host provides these packages to the terminal's half, and it compiles no JSX in an installed package. */
async function looksAtTui() {
  const file = join(folder, 'package/dist/tui.js')
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
  const wrong = imports.filter((path) => !/^(solid-js|@opentui\/|node:)/.test(path) || path.includes('jsx'))
  if (imports.length === 0 || wrong.length > 0) {
    const found = imports.length === 0 ? 'nothing' : wrong.join(', ')
    throw new Error(
      `Cannot ship dist/tui.js: it imports ${found}; allowed are solid-js, @opentui/* without JSX, and node:*`,
    )
  }
  if (!/export \{\s*\w+ as default\s*\};\s*$/.test(await readFile(file, 'utf8'))) {
    throw new Error('Cannot ship dist/tui.js: it must export a default { id, tui } and nothing else')
  }
}

/** A report is read without the pages of the checks, which do not ship, so it holds them. */
async function explainsFindings() {
  const noted =
    'version: 1\nname: x\nrules: [{ id: a, events: [tool.called], when: { "===": [{ var: event.input.x }, 1] }, then: [pass] }]\n'
  await writeFile(join(folder, 'noted.yaml'), noted)
  const report = JSON.parse(
    run(process.execPath, ['package/dist/cli.js', 'lint', '--format', 'sarif', 'noted.yaml'], folder),
  )
  const [rule] = report.runs[0].tool.driver.rules
  if (rule?.id !== 'untyped-input' || !rule.help.markdown.includes('## Good'))
    throw new Error('Cannot ship dist/cli.js: a SARIF report does not say what its checks look for')
}

function run(program, given, cwd) {
  return execFileSync(program, given, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
