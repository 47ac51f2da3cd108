// What the proofs of the gateway share: its own Postgres, Redis and provider, a company with credits, and gateways as
// processes.
import { createKysely } from '@gatehouse/postgres/create-kysely'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { migrate } from '@gatehouse/postgres/migrate'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import type { Tables } from '@gatehouse/schema/tables'
import {
  type AddedKey,
  addAliases,
  addCompany,
  addKey,
  testKeyPeppers,
} from '@gatehouse/testkit/seed-gateway'
import { type TestPostgres, startPostgres } from '@gatehouse/testkit/start-postgres'
import { type TestRedis, startRedis } from '@gatehouse/testkit/start-redis'
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import type { Kysely } from 'kysely'
import { connectToDatabase } from '../connect-to-database.ts'

export type GatewayScene = {
  postgres: TestPostgres
  redis: TestRedis
  /** Connections of the proof itself. */
  pool: Postgres
  database: Kysely<Tables>
  companyId: string
  key: AddedKey
  /** What a gateway needs to be told; ports may be replaced by those of a fault proxy. */
  environment: Readonly<Record<string, string>>
  startGateway(own?: Readonly<Record<string, string>>): Promise<ServiceProcess>
}

export type GatewaySceneOptions = {
  /** Where the aliases lead to. */
  providerUrl: string
  creditMicros?: bigint
  /** Of Postgres and Redis, beside ours. */
  serverEnvironment?: Readonly<Record<string, string>>
}

const manyCredits = 1_000_000_000_000_000n

export async function openGatewayScene(
  scope: AsyncDisposableStack,
  { providerUrl, creditMicros = manyCredits, serverEnvironment: environment = {} }: GatewaySceneOptions,
): Promise<GatewayScene> {
  const [postgres, redis] = await Promise.all([startPostgres({ environment }), startRedis({ environment })])
  scope.use(postgres)
  scope.use(redis)
  await migrate({ databaseUrl: postgres.url, directory: migrationsDirectory })
  const pool = connectToDatabase(postgres.url)
  scope.defer(() => pool.close())
  const database = createKysely<Tables>(pool)
  await addAliases(database, providerUrl)
  const companyId = await addCompany(database, creditMicros)
  const key = await addKey(database, { companyId })
  const gatewayEnvironment = {
    PORT: '0',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    KEY_PEPPERS: testKeyPeppers,
    // So that a proof can be many clients: each names its own address.
    TRUSTED_PROXIES: '127.0.0.1',
  }
  return {
    postgres,
    redis,
    pool,
    database,
    companyId,
    key,
    environment: gatewayEnvironment,
    async startGateway(own = {}) {
      const entry = 'apps/gateway/src/main.ts'
      return scope.use(await startServiceProcess({ entry, environment: { ...gatewayEnvironment, ...own } }))
    },
  }
}

/** The headers of a call by this key, from an address that no limit has met before. */
export function callHeaders({ raw }: AddedKey, client = nextAddress()): Record<string, string> {
  return { authorization: `Bearer ${raw}`, 'content-type': 'application/json', 'x-forwarded-for': client }
}

let addresses = 0

export function nextAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
