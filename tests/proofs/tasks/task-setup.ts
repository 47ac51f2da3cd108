// Set-up shared by the task proofs: their own migrated Postgres, a cause and an effect that leave rows, and workers of
// the product on it.
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { type TaskWorkerOptions, createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import type { HandledKind } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import type { TestPostgres } from '@gatehouse/testkit/start-postgres'
import { keepEngineError } from '../runner/engine-errors.ts'
import { startDatabase } from '../kit/servers.ts'

const clock = createSystemClock()
export const ids = createIds(clock)
/** Errors of killed workers are expected and not printed; errors of the engine are judged. */
export const logger = createLogger({
  service: 'proof',
  level: 'error',
  sinks: [
    {
      write(line) {
        keepEngineError(line)
        if (line.includes('"level":"fatal"')) process.stderr.write(line)
      },
    },
  ],
})

export type TaskSetup = { server: TestPostgres; postgres: Postgres }

export async function startTaskSetup(scope: AsyncDisposableStack): Promise<TaskSetup> {
  const server = await startDatabase(scope)
  const postgres = connectTasks(server.url, 32)
  scope.defer(() => postgres.close())
  // Neither table has a key, so that duplicates show.
  await postgres.query('create table causes (id uuid not null)')
  await postgres.query(
    'create table effects (task_id uuid not null, kind text, note text, at timestamptz default now())',
  )
  return { server, postgres }
}

export function connectTasks(url: string, poolSizeMax: number): Postgres {
  return createPostgres({
    url: new Secret(url),
    applicationName: 'proof',
    poolSizeMax,
    connectTimeoutMs: 30_000,
    queryTimeoutMs: 30_000,
    logger,
  })
}

export function openWorker(
  postgres: Postgres,
  handled: readonly HandledKind[],
  options: Partial<TaskWorkerOptions> = {},
) {
  return createTaskWorker({
    postgres,
    handled,
    clock,
    logger,
    metrics: createMetrics('proof'),
    random: Math.random,
    ...options,
  })
}
