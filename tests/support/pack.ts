import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './host.ts'

/**
 * Packs the built package into `folder` and returns the tarball's path.
 * Its name holds a digest: the host keeps an installed package for as long as its name stays the same.
 */
export function packPackage(folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: repository,
    encoding: 'utf8',
  })
  const [{ filename }] = JSON.parse(printed) as [{ filename: string }]
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, filename)))
    .digest('hex')
    .slice(0, 12)
  const tarball = join(folder, filename.replace(/\.tgz$/, `-${digest}.tgz`))
  renameSync(join(folder, filename), tarball)
  return tarball
}

/** Unpacks a tarball; the folder that holds the package comes back. */
export function unpackPackage(tarball: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
  return join(folder, 'package')
}

/** How a person's settings name a package that lies in a tarball. */
export function pluginReference(tarball: string): string {
  return `opencode-diverter@file:${tarball}`
}
