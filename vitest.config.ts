import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// A test's suffix decides what it may touch, and so in which project it runs (see CONTRIBUTING.md).
const needsServers = [
  '**/*.integration.test.ts',
  '**/routes/**/*.test.ts',
  'tests/!(tidy|console)/**/*.test.ts',
]
// Integration tests that are repeated with a Redis Cluster.
const worksWithCluster = [
  'domain/limits/src/redis/*.integration.test.ts',
  'domain/limits/src/create-limits.integration.test.ts',
  'domain/limits/src/refusals/*.integration.test.ts',
  'domain/models/src/redis/*.integration.test.ts',
  'foundation/redis/src/read-recent-logs.integration.test.ts',
]
// Together they take as long as all other integration tests. `.ci/night` runs them, and so does `vitest run --project slow`.
const slowTests = [
  'apps/backend/src/routes/exports/large-exports.test.ts',
  'apps/cli/src/dev/stores/own-postgres.integration.test.ts',
  'domain/companies/src/find/find.integration.test.ts',
  'domain/credits/src/postgres/lists/list-calls.integration.test.ts',
  'domain/credits/src/reconciliation/postgres/reconcile-under-traffic.integration.test.ts',
  'domain/parsing/src/process/create-document-reader.integration.test.ts',
  'foundation/postgres/src/server-list.integration.test.ts',
  'foundation/redis/src/connect-to-cluster.integration.test.ts',
  'testkit/src/seed/demo/seed-history.integration.test.ts',
  'testkit/src/start-postgres.integration.test.ts',
  'tests/e2e/first-steps.test.ts',
  'tests/e2e/gateway-processes.test.ts',
  'tests/e2e/internal-listener.test.ts',
  'tests/e2e/services.test.ts',
  'tests/proofs/fuzz/fuzz.test.ts',
]
const needsBrowser = ['tests/console/**/*.test.ts']
// Vitest loads our own import of graphql in its development form and that of its dependents in the other; a schema of
// one is none to the other.
const server = { deps: { inline: ['graphql-ws'] } }
const never = ['**/node_modules/**']

export default defineConfig({
  test: {
    // Vitest leaves one core out, which on a machine of two means one file at a time; yet most files wait for servers.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...never, ...needsServers, 'tests/**'],
          // Loading the modules anew for each file took more time than the tests.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: needsServers,
          exclude: [...never, ...slowTests],
          server,
          globalSetup: ['testkit/src/vitest/start-servers.ts'],
          setupFiles: ['testkit/src/vitest/flush-redis.ts'],
          // Loading everything anew for each of a hundred files takes longer than most of them run. What files of a
          // worker share (see worker-gateway.ts), they share on purpose.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: slowTests,
          exclude: never,
          server,
          globalSetup: ['testkit/src/vitest/start-servers.ts'],
          setupFiles: ['testkit/src/vitest/flush-redis.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'cluster',
          include: worksWithCluster,
          exclude: never,
          server,
          globalSetup: ['testkit/src/vitest/start-cluster.ts'],
          setupFiles: ['testkit/src/vitest/flush-redis.ts'],
          isolate: false,
          fileParallelism: false,
          // Vitest runs projects with different numbers of workers only in different groups.
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'console',
          include: needsBrowser,
          exclude: never,
          server,
          globalSetup: ['testkit/src/vitest/start-servers.ts'],
          // All files share one browser and one backend. A second browser gains nothing: one already uses all cores.
          isolate: false,
          fileParallelism: false,
          expect: { poll: { timeout: 20_000 } },
          // After the other projects, which use all cores.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: { name: 'tidy', include: ['tests/tidy/**/*.test.ts'], exclude: never, testTimeout: 30_000 },
      },
    ],
  },
})
