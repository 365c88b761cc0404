import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { repository } from '../support/host.ts'
import { packPackage } from '../support/pack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the packed package under test. */
    tarball: string
  }
}

/** Packs the package once for all files. The nights of an earlier run, in projects of the same names, are gone. */
export default function setup(project: TestProject): void {
  rmSync(join(repository, '.e2e/home/.local/state'), { recursive: true, force: true })
  project.provide('tarball', process.env['DIVERTER_TARBALL'] ?? packPackage(join(repository, '.e2e/package')))
}
