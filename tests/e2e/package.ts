import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { hostProgram, repository } from '../support/host.ts'
import { packPackage } from '../support/pack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the packed package under test. */
    tarball: string
  }
}

/** Packs the package and finds the host once for all files. The nights of an earlier run, in projects of the same names, are gone. */
export default function setup(project: TestProject): void {
  const folder = join(repository, '.e2e')
  const workers = existsSync(folder) ? readdirSync(folder).filter((name) => /^worker-\d+$/.test(name)) : []
  for (const worker of workers) rmSync(join(folder, worker, 'home/.local/state'), { recursive: true, force: true })
  process.env['DIVERTER_HOST'] = hostProgram()
  project.provide('tarball', process.env['DIVERTER_TARBALL'] ?? packPackage(join(folder, 'package')))
}
