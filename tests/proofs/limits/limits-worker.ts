// One of the processes started by limits-workers.ts.
import { settlementConnections } from '@gatehouse/credits/settler-options'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { createRedis } from '@gatehouse/redis/create-redis'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { Order, WorkerSettings } from './limits-workers.ts'
import { tryRates } from './try-rates.ts'
import { createSpending } from './try-spending.ts'

const settings = JSON.parse(process.argv[2] ?? '{}') as WorkerSettings
const logger = createLogger({ service: 'worker', level: 'error', sinks: [process.stderr] })
const redis = createRedis({ url: new Secret(settings.redisUrl), connectionName: 'proof', logger })
const connect = (poolSizeMax: number) =>
  createPostgres({ url: new Secret(settings.databaseUrl), applicationName: 'proof', poolSizeMax, logger })
// Two pools, as in a gateway, so that admissions do not wait for the connections of charges.
const [postgres, settlement] = [connect(20), connect(settlementConnections)]
await waitUntil(() => redis.status === 'ready', { withinMs: 5_000, what: 'Redis is connected' })
const spending = await createSpending({ redis, postgres, settlement, logger })

process.on('message', (order: Order) => {
  void (async () => {
    const report =
      order.kind === 'spend'
        ? await spending.run(order.order)
        : await tryRates({ redis, postgres, logger }, order.order)
    process.send?.(report)
  })()
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
