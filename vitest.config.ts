import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each is a stage of the gate, see scripts/check.mjs. */
const stages = ['tests/architecture.test.ts', 'tests/policies.test.ts', 'tests/docs.test.ts']
/** They stand in for the process, its clock or a module, so each has a process of its own. */
export const apart = [
  'tests/cli/grants.test.ts',
  'tests/cli/prune.test.ts',
  'tests/notify/command.test.ts',
  'tests/store/place.test.ts',
  'tests/support/wait.test.ts',
]

/** They take minutes each; at the end one core would wait for them. */
const long = ['tests/attack/attack.test.ts', 'tests/exhaustive.test.ts', 'tests/faults/faults.test.ts']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => long.some((file) => moduleId.endsWith(file))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const shared = {
  // Machines are shared and slow at times; no test is about its own speed. Some start and kill whole processes.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxWorkers: '100%',
}

export default defineConfig({
  test: {
    globalSetup: ['tests/support/own-state.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...stages, ...apart],
          // A file begins with what others before it have loaded; that alone was half of the time of all.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...shared, name: 'unit-apart', include: apart, sequence: { groupOrder: 2 } } },
      { test: { ...shared, name: 'stages', include: stages, sequence: { groupOrder: 2 } } },
    ],
  },
})
