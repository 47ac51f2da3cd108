import { defineConfig } from 'vitest/config'

// A test's suffix decides what it may touch, and so in which project it runs (see CONTRIBUTING.md).
const needsServers = ['**/*.integration.test.ts', '**/routes/**/*.test.ts', 'tests/!(tidy)/**/*.test.ts']
const never = ['**/node_modules/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...never, ...needsServers, 'tests/**'],
        },
      },
      {
        test: {
          name: 'integration',
          include: needsServers,
          exclude: never,
          globalSetup: ['testkit/src/vitest/start-servers.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'tidy', include: ['tests/tidy/**/*.test.ts'], exclude: never } },
    ],
  },
})
