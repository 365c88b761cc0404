// Builds dist/server.js, dist/tui.js and dist/cli.js, with nothing to install beside them. The server half is an entry
// with chunks, so that a start without own policies reads nothing that only those need. The source maps
// are for `opencode-diverter fault` alone and lie in a folder of their own: the host's runtime reads a map beside a file
// once somebody asks for the stack of an error, also of one thrown on purpose, which takes 50 ms and 15 MB.
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { asciiOnly } from './ascii-only.mjs'
import { importTypeScript, requireBanner, root } from './bundle.mjs'
import { ownSources } from './own-sources.mjs'

/** Bytes that a start without own policies reads. */
const startLimit = 1_000_000
/** Packages that the server needs only for a project's own policies; they must cost nothing at its start. */
const lazyPackages = ['zod', 'yaml']
/** Packages that decisions need, but no start: each is a file of its own, which is read when it is first asked for. */
const packagesOfDecisions = ['handlebars', 're2js', 'unbash']

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  sourcemap: 'external',
  logLevel: 'warning',
}

await mkdir(join(root, 'dist/maps'), { recursive: true })
await removeServers()

const server = await build({
  ...shared,
  entryPoints: {
    server: 'src/server.ts',
    ...Object.fromEntries(packagesOfDecisions.map((name) => [`server.${name}`, `package:${name}`])),
  },
  outdir: 'dist',
  splitting: true,
  chunkNames: 'server.[name]-[hash]',
  // OpenCode's runtime takes a file with this mark as it is, and saves a fifth of the time that an import takes.
  // It reads it byte by byte then, so that only ASCII may stand in it: see asciiOnly.
  banner: { js: `// @bun\n${requireBanner}` },
  minifyIdentifiers: true,
  plugins: [await builtinPolicies(), packagesOnDemand(), withoutSourceMaps()],
})
/** Not minified: the host finds the imports that it provides in the text. */
const tui = await build({
  ...shared,
  entryPoints: ['src/tui.ts'],
  outfile: 'dist/tui.js',
  external: ['solid-js', '@opentui/*'],
  minifySyntax: false,
  minifyWhitespace: false,
})
const cli = await build({
  ...shared,
  entryPoints: ['src/cli/main.ts'],
  outfile: 'dist/cli.js',
  banner: { js: `#!/usr/bin/env node\n${requireBanner}` },
  plugins: [await checkPages()],
})
/** What runs in the browser of a person who opens the morning. */
const morning = await build({
  ...shared,
  entryPoints: ['src/morning/browser/main.tsx'],
  outfile: 'dist/morning.js',
  platform: 'browser',
  target: 'es2022',
  minifyIdentifiers: true,
})
/** By path. */
const texts = new Map()
for (const name of namesOf(server)) await finish(name, asciiOnly)
await finish('tui', unchanged)
await finish('cli', unchanged)
await finish('morning', unchanged)
await writeFile(join(root, 'dist/maps/sources.json'), JSON.stringify(Object.fromEntries(texts)))
await chmod(join(root, 'dist/cli.js'), 0o755)
await writeFile(join(root, 'dist/LICENSES.txt'), await licenses([server, tui, cli, morning]))

const problems = [...warnings([server, tui, cli, morning]), ...tooLarge(server), ...eager(server, 'src/server.ts')]
for (const built of [server, tui, cli, morning]) {
  for (const name of namesOf(built)) {
    const { bytes } = built.metafile.outputs[`dist/${name}.js`]
    console.log(`dist/${name}.js ${Math.round(bytes / 1024)} kB`)
  }
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** The built files without their ending, the entry and its chunks. */
function namesOf({ metafile }) {
  return Object.keys(metafile.outputs).flatMap((path) => /^dist\/(.+)\.js$/.exec(path)?.[1] ?? [])
}

/** Chunks are called by their contents, so that those of earlier builds would stay. */
async function removeServers() {
  for (const folder of ['dist', 'dist/maps']) {
    const old = (await readdir(join(root, folder))).filter((name) => /^server\b/.test(name))
    for (const name of old) await rm(join(root, folder, name))
  }
}

/** Changes a built file and its map together, and puts the map into its folder. */
async function finish(name, change) {
  const file = join(root, `dist/${name}.js`)
  const made = change(await readFile(file, 'utf8'), JSON.parse(await readFile(`${file}.map`, 'utf8')))
  await writeFile(file, made.code)
  await writeFile(join(root, `dist/maps/${name}.js.map`), JSON.stringify(ownSources(made.map, texts)))
  await rm(`${file}.map`)
}

function unchanged(code, map) {
  return { code, map }
}

/** The built-in policies are resolved now, so that no YAML is parsed when the host starts. */
async function builtinPolicies() {
  const { builtinDocuments } = await importTypeScript('src/host/files/builtin.ts')
  const documents = JSON.stringify(await builtinDocuments())
  const contents = `
    export async function builtinDocuments() { return JSON.parse(${JSON.stringify(documents)}) }`
  return { name: 'builtin-policies', setup: (bundle) => standIn(bundle, 'src/host/files/builtin.ts', contents) }
}

/** Puts other contents in the place of a source. A build that does not ask for the source names another by mistake. */
function standIn(bundle, source, contents) {
  const path = join(root, source)
  let isAsked = false
  bundle.onLoad({ filter: /\.ts$/ }, (given) => {
    if (given.path !== path) return undefined
    isAsked = true
    return { contents, loader: 'js', resolveDir: dirname(path) }
  })
  bundle.onEnd(() =>
    isAsked ? undefined : { errors: [{ text: `Cannot stand in for ${source}: nothing asks for it` }] },
  )
}

/** What src/core/packages.ts gives, each package read when it is first asked for: at once, since a decision waits. */
function packagesOnDemand() {
  const contents = `
    export const handlebarsPackage = () => require('./server.handlebars.js').default
    export const re2Package = () => require('./server.re2js.js').RE2JS
    export const unbashPackage = () => require('./server.unbash.js')`
  return {
    name: 'packages-on-demand',
    setup(bundle) {
      standIn(bundle, 'src/core/packages.ts', contents)
      bundle.onResolve({ filter: /^\.\/server\.\w+\.js$/ }, ({ path }) => ({ path, external: true }))
      bundle.onResolve({ filter: /^package:/ }, ({ path }) => ({
        path: path.slice('package:'.length),
        namespace: 'whole',
      }))
      bundle.onLoad({ filter: /.*/, namespace: 'whole' }, ({ path }) => ({
        contents: `export * from '${path}'${path === 'handlebars' ? `\nexport { default } from '${path}'` : ''}`,
        resolveDir: root,
      }))
    },
  }
}

/** Handlebars can say where a template came from, which nobody asks here; without the package it leaves that out. */
function withoutSourceMaps() {
  return {
    name: 'without-source-maps',
    setup(bundle) {
      bundle.onResolve({ filter: /^source-map$/ }, ({ path }) => ({ path, namespace: 'left-out' }))
      bundle.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: '' }))
    },
  }
}

/** What docs/lint says of each check, for reports: the folder does not ship. */
async function checkPages() {
  const folder = join(root, 'docs/lint')
  const names = (await readdir(folder)).filter((name) => name !== 'README.md')
  const pages = await Promise.all(
    names.map(async (name) => [name.replace(/\.md$/, ''), await readFile(join(folder, name), 'utf8')]),
  )
  const contents = `
    export const checkPage = (code) => JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(pages)))})[code]`
  return { name: 'check-pages', setup: (bundle) => standIn(bundle, 'src/cli/lint-report/check-page.ts', contents) }
}

function warnings(builds) {
  return builds.flatMap((result) => result.warnings.map(({ text }) => `Cannot ship with a warning: ${text}`))
}

/** What the entry imports at once is read at every start. */
function tooLarge({ metafile }) {
  const read = new Set(['dist/server.js'])
  for (const path of read) {
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind !== 'dynamic-import' && metafile.outputs[next] !== undefined) read.add(next)
  }
  const bytes = [...read].reduce((sum, path) => sum + metafile.outputs[path].bytes, 0)
  console.log(`read at the start: ${Math.round(bytes / 1024)} kB`)
  return bytes <= startLimit ? [] : [`Cannot ship ${[...read].join(', ')}: ${bytes} bytes, allowed are ${startLimit}`]
}

/** Follows static imports only: what they reach is executed at the start. */
function eager({ metafile }, entry) {
  const reached = new Map([[entry, null]])
  for (const [file] of reached) {
    for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
      if (kind !== 'dynamic-import' && !reached.has(path)) reached.set(path, file)
    }
  }
  return [...reached].flatMap(([file, from]) => {
    const name = packageOf(file)
    if (!lazyPackages.includes(name) || packageOf(from ?? '') === name) return []
    return [`Cannot ship dist/server.js: ${from} imports ${name} at the start; import it with import('${name}')`]
  })
}

function packageOf(file) {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null
}

/** The licenses of all packages inside the bundles, as they ask for. */
async function licenses(builds) {
  const names = builds.flatMap(({ metafile }) => Object.keys(metafile.inputs).map(packageOf))
  const texts = [...new Set(names)]
    .filter((name) => name !== null)
    .sort()
    .map(licenseOf)
  return `The files in this folder contain copies of these packages.\n\n${(await Promise.all(texts)).join('\n')}`
}

async function licenseOf(name) {
  const folder = join(root, 'node_modules', name)
  const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const heading = `## ${name} ${version} (${license})\n`
  for (const file of ['LICENSE', 'LICENSE.md', 'license', 'LICENSE.txt', 'LICENCE']) {
    try {
      return `${heading}\n${await readFile(join(folder, file), 'utf8')}`
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
  return heading
}
