import { copyAccessActTask } from '@gatehouse/audit/access-acts/copy-access-act'
import { readAccessActs } from '@gatehouse/audit/access-acts/read-access-acts'
import { openAccessActs } from '@gatehouse/audit/testing/open-access-acts'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { openAccessActCopies } from './copy-access-acts.ts'

const clock = createSystemClock()
const ids = createIds(clock)

function openLogger() {
  const lines: string[] = []
  const sinks = [{ write: (line: string) => void lines.push(line) }]
  return { lines, logger: createLogger({ service: 'test', level: 'warn', sinks }) }
}

test('an act is copied once the store is available again', async () => {
  await using scope = new AsyncDisposableStack()
  const open = scope.use(await openTestDatabase())
  const sim = scope.use(await startS3Sim())
  sim.plan(503)
  const input = {
    kind: 'key.revoke' as const,
    id: ids.uuid(),
    at: '2026-11-17T10:00:00.000Z',
    companyId: ids.uuid(),
    keyId: ids.uuid(),
    actor: { kind: 'operator' as const, id: 'ada' },
  }
  const queue = openAccessActs(open.postgres)
  await queue.prepare()
  await open.postgres.transaction((tx) => queue.enqueue(tx, copyAccessActTask, { input }))
  const { logger } = openLogger()
  const handled = openAccessActCopies({ clock, logger }, new Secret(sim.url), scope)
  const metrics = createMetrics('test')
  const worker = createTaskWorker({
    ...open,
    clock,
    logger,
    metrics,
    handled,
    random: Math.random,
    pollMs: 20,
  })
  worker.start()
  scope.defer(async () => void (await worker.drain({ graceMs: 5_000 })))
  await waitUntil(() => sim.objects.size === 1, { withinMs: 30_000, what: 'the act is copied' })
  const objects = createObjectStore(new Secret(sim.url), clock)
  scope.defer(() => objects.close())
  const period = { from: new Date('2026-11-17T00:00:00Z'), now: new Date('2026-11-17T12:00:00Z') }
  expect(await readAccessActs(objects, period)).toEqual([input])
  expect(sim.requests()).toBeGreaterThan(2)
})

test('without a store there is no worker, and a warning says what is lost', async () => {
  await using scope = new AsyncDisposableStack()
  const { lines, logger } = openLogger()
  expect(openAccessActCopies({ clock, logger }, undefined, scope)).toEqual([])
  expect(lines.join()).toContain('restoring the database undoes them: OBJECT_STORE_URL is not set')
})
