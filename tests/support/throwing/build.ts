import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { repository } from '../host.ts'

/**
 * Unpacks the package into `folder` and builds its server anew, with the guard's stand-in in the guard's place, so
 * that every body of a hook throws. What comes back names it in the host's settings.
 */
export async function throwingPlugin(tarball: string, folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
  await build({
    absWorkingDir: repository,
    entryPoints: ['tests/support/throwing/server.ts'],
    outfile: join(folder, 'package/dist/server.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: requireBanner },
    plugins: [standIn],
    logLevel: 'error',
  })
  return pathToFileURL(join(folder, 'package')).href
}

/** As in the package's own build: CommonJS packages inside an ESM bundle still call `require`. */
const requireBanner =
  "import { createRequire as createRequireOfBundle } from 'node:module';" +
  'const require = createRequireOfBundle(import.meta.url);'

const standIn: Plugin = {
  name: 'guard-stand-in',
  setup(bundle) {
    bundle.onResolve({ filter: /\/guard\.ts$/ }, ({ resolveDir }) =>
      /[\\/]src[\\/]host/.test(resolveDir) ? { path: join(repository, 'tests/support/throwing/guard.ts') } : undefined,
    )
  },
}
