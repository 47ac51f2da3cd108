// Opens what reconciliation compares the ledger with, if configured: the holds in Redis and the payment provider.
import { createInspectPayments } from '@gatehouse/billing/inspect-payments'
import { openInbox } from '@gatehouse/billing/open-billing'
import type { ReconciliationDeps } from '@gatehouse/credits/reconcile'
import { listHolds } from '@gatehouse/limits/stored-holds'
import type { Shards } from '@gatehouse/postgres/shards'
import { createRedis } from '@gatehouse/redis/create-redis'
import { untilReady } from '@gatehouse/redis/until-ready'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import type { Terminal } from '../../command.ts'
import { readPaymentConfig, readRedisUrl } from '../../config.ts'

export type Inspections = AsyncDisposable & {
  parts: Pick<ReconciliationDeps, 'listHolds' | 'inspectPayments'>
}

const connectWithinMs = 1_000
const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'cli', level: 'warn', sinks: [] })

export function openInspections(terminal: Terminal, databases: Shards<Database>): Inspections {
  const scope = new AsyncDisposableStack()
  const redisUrl = readRedisUrl(terminal)
  const settings = readPaymentConfig(terminal)
  const provider = settings && openInbox({ databases, clock, ids, logger, settings }).events.provider
  return {
    parts: {
      ...(redisUrl ? { listHolds: createListHolds(redisUrl, scope) } : {}),
      inspectPayments: createInspectPayments({ postgres: databases.directory, clock, provider }),
    },
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}

function createListHolds(url: Secret, scope: AsyncDisposableStack) {
  const redis = createRedis({ url, connectionName: 'gatehouse-reconcile', logger })
  scope.defer(() => redis.disconnect())
  return async () => {
    await untilReady(redis, connectWithinMs)
    return listHolds(redis)
  }
}
