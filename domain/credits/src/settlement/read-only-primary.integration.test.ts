import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock, sleep } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { settlementLedger } from '../postgres/settlement/settle-batch.ts'
import { createSettler } from './create-settler.ts'

const clock = createSystemClock()
const ids = createIds(clock)

test('a charge sent to a demoted primary is not refused: it is made as soon as a primary accepts writes', async () => {
  await using open = await openTestDatabase()
  const name = new URL(open.url).pathname.slice(1)
  const lines: string[] = []
  const sinks = [{ write: (line: string) => void lines.push(line) }]
  const logger = createLogger({ service: 'test', level: 'error', sinks })
  const settlement = createPostgres({
    url: new Secret(open.url),
    applicationName: 'test',
    poolSizeMax: 5,
    connectTimeoutMs: 20_000,
    logger,
  })
  await using _closing = { [Symbol.asyncDispose]: () => settlement.close() }
  const settler = createSettler(
    {
      clock,
      logger,
      metrics: createMetrics('test'),
      random: Math.random,
      processId: ids.uuid(),
      ...settlementLedger(settlement),
      giveBack: () => Promise.reject(new Error('nothing must be given back')),
    },
    { deadlineMs: 20_000 },
  )
  await open.postgres.query(`alter database ${name} set default_transaction_read_only = on`)
  const settled = settler.settle({
    id: ids.uuid(),
    companyId: ids.uuid(),
    keyId: ids.uuid(),
    alias: 'svc/chat-default',
    operation: 'chat',
    end: {
      kind: 'succeeded',
      usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 },
      priceVersion: 1n,
      chargedMicros: 10n,
    },
    heldMicros: 10n,
    durationMs: 1,
  })
  settled.catch(() => undefined)
  await waitUntil(() => settler.isStuck(), {
    withinMs: 10_000,
    what: 'the charge has reached the demoted primary',
  })
  await sleep(clock, 100)
  await open.postgres.query(`alter database ${name} reset default_transaction_read_only`)
  await expect(settled).resolves.toMatchObject({ kind: 'settled', balanceMicros: -10n })
  expect(lines).toEqual([])
})
