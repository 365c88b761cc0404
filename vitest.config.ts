import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/own-state.ts'],
    // Machines are shared and slow at times; no test is about its own speed.
    testTimeout: 60_000,
    exclude: ['tests/e2e/**', 'tests/bench/**'],
  },
})
