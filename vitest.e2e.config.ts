import { defineConfig } from 'vitest/config'

/** Its seconds are what it is about, and another host beside it would take of them. */
const alone = ['tests/e2e/run-fallback.e2e.ts', 'tests/e2e/time.e2e.ts']

// Machines are shared and slow at times; what waits in vain says so before.
const shared = { testTimeout: 600_000, hookTimeout: 600_000, maxConcurrency: 4 }

export default defineConfig({
  test: {
    globalSetup: ['tests/e2e/package.ts'],
    projects: [
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: alone,
          // A host waits as much as it works. Each worker has a HOME of its own, see hostOfWorker.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...shared, name: 'e2e-alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
})
