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

/** Packs the package once for all files. */
export default function setup(project: TestProject): void {
  project.provide('tarball', process.env['DIVERTER_TARBALL'] ?? packPackage(join(repository, '.e2e/package')))
}
