import { createOperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import { readOperations } from '@gatehouse/operations/operation-counts'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { asCaller, callers } from '../../../testing/internal-caller.ts'
import { operationsRoute } from './route.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const number = expect.any(Number) as number
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string

test('what all replicas did, by kind and outcome, in the last hour and the last day', async () => {
  await using open = await openTestDatabase()
  const { postgres } = open
  const replicas = [1, 2].map(() => createOperationRecorder({ postgres, clock: createFakeClock(), logger }))
  for (const replica of replicas) {
    replica.record({ kind: 'send-mail', outcome: 'done', tookMs: 40 })
    replica.record({ kind: 'send-mail', outcome: 'retried', tookMs: 9_000 })
    replica.record({ kind: 'match-batch', outcome: 'given-up', tookMs: 10 })
    await replica.close()
  }
  await using http = await startTestHttp([
    operationsRoute({ callers, readOperations: () => readOperations(postgres) }),
  ])
  const response = await fetch(`${http.url}/monitoring/operations`, asCaller)
  expect(response.status).toBe(200)
  const window = {
    from: moment,
    total: 6,
    operations: [
      {
        kind: 'match-batch',
        total: 2,
        outcomes: { 'given-up': 2 },
        p50_ms: null,
        p95_ms: null,
        last_at: moment,
      },
      {
        kind: 'send-mail',
        total: 4,
        outcomes: { done: 2, retried: 2 },
        p50_ms: number,
        p95_ms: number,
        last_at: moment,
      },
    ],
  }
  expect(await response.json()).toEqual({ as_of: moment, last_1h: window, last_24h: window })
})

test('before anything was done there is nothing to tell', async () => {
  await using open = await openTestDatabase()
  await using http = await startTestHttp([
    operationsRoute({ callers, readOperations: () => readOperations(open.postgres) }),
  ])
  const response = await fetch(`${http.url}/monitoring/operations`, asCaller)
  expect(await response.json()).toMatchObject({
    last_1h: { total: 0, operations: [] },
    last_24h: { total: 0, operations: [] },
  })
})
