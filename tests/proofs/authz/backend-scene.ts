// A backend as a process, with a Postgres and a Redis of its own.
import { createKysely } from '@gatehouse/postgres/create-kysely'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { migrate } from '@gatehouse/postgres/migrate'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import type { Tables } from '@gatehouse/schema/tables'
import { testJwtSecrets } from '@gatehouse/testkit/furnish-backend'
import { testKeyPeppers } from '@gatehouse/testkit/furnish-gateway'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { startRedis } from '@gatehouse/testkit/start-redis'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testPaymentSettings } from '@gatehouse/testkit/test-payment-settings'
import type { Kysely } from 'kysely'
import { connectToDatabase } from '../connect-to-database.ts'

export type BackendScene = { url: string; pool: Postgres; database: Kysely<Tables> }

export async function openBackendScene(scope: AsyncDisposableStack): Promise<BackendScene> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  scope.use(postgres)
  scope.use(redis)
  await migrate({ databaseUrl: postgres.url, directory: migrationsDirectory })
  const pool = connectToDatabase(postgres.url)
  scope.defer(() => pool.close())
  const backend = await startServiceProcess({
    entry: 'apps/backend/src/main.ts',
    environment: {
      PORT: '0',
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      KEY_PEPPERS: testKeyPeppers,
      JWT_SECRETS: testJwtSecrets,
      ...testPaymentSettings,
    },
  })
  scope.use(backend)
  return { url: backend.url, pool, database: createKysely<Tables>(pool) }
}
