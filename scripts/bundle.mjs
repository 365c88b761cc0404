import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** The root of this repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** CommonJS packages inside an ESM bundle still call `require` for Node's own modules. */
export const requireBanner =
  "import { createRequire as createRequireOfBundle } from 'node:module';" +
  'const require = createRequireOfBundle(import.meta.url);'

/**
 * Runs a TypeScript module of this repository under a Node that cannot: bundled by esbuild, packages left outside.
 * `path` is relative to the root; the module's own exports come back.
 */
export async function importTypeScript(path) {
  const outfile = join(root, 'node_modules/.cache/diverter', `${path.replaceAll('/', '-')}.${process.pid}.mjs`)
  await mkdir(dirname(outfile), { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: [path],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    plugins: [keepPlaces],
    logLevel: 'error',
  })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(outfile)
  }
}

/** `import.meta.url` of our own modules stays the place of the source file. */
const keepPlaces = {
  name: 'keep-places',
  setup(bundle) {
    bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta')) return undefined
      const place = JSON.stringify(pathToFileURL(path).href)
      return { contents: text.replaceAll('import.meta.url', place), loader: 'ts' }
    })
  },
}
