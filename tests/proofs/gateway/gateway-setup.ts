// Set-up shared by the gateway proofs: their own Postgres, Redis and provider, a company with credits, and gateways as
// processes.
import {
  type AddedKey,
  addAliases,
  addCompany,
  addKey,
  testKeyPeppers,
} from '@gatehouse/testkit/seed-gateway'
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { type ProofDatabase, type ProofServers, connectToDatabase, startServers } from '../kit/servers.ts'

export type GatewaySetup = ProofServers &
  ProofDatabase & {
    companyId: string
    key: AddedKey
    /** Settings of a gateway; ports may be replaced by those of a fault proxy. */
    environment: Readonly<Record<string, string>>
    /** Starts a gateway, or another entry point with its settings. */
    startGateway(own?: Readonly<Record<string, string>>, entry?: string): Promise<ServiceProcess>
  }

export type GatewaySetupOptions = {
  /** Base URL of the provider that all aliases route to. */
  providerUrl: string
  creditMicros?: bigint
  /** Added to the environment of Postgres and Redis. */
  serverEnvironment?: Readonly<Record<string, string>>
}

const manyCredits = 1_000_000_000_000_000n

export async function openGatewaySetup(
  scope: AsyncDisposableStack,
  { providerUrl, creditMicros = manyCredits, serverEnvironment: environment = {} }: GatewaySetupOptions,
): Promise<GatewaySetup> {
  const { postgres, redis } = await startServers(scope, { environment })
  const { pool, database } = connectToDatabase(scope, postgres.url)
  await addAliases(database, providerUrl)
  const companyId = await addCompany(database, creditMicros)
  const key = await addKey(database, { companyId })
  const gatewayEnvironment = {
    PORT: '0',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    KEY_PEPPERS: testKeyPeppers,
    // Lets a proof act as many clients: each request names its own address.
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
    async startGateway(own = {}, entry = 'apps/gateway/src/main.ts') {
      return scope.use(await startServiceProcess({ entry, environment: { ...gatewayEnvironment, ...own } }))
    },
  }
}

/** Headers of a call with this key, from an address that no rate limit has counted yet. */
export function callHeaders({ raw }: Pick<AddedKey, 'raw'>, client = nextAddress()): Record<string, string> {
  return { authorization: `Bearer ${raw}`, 'content-type': 'application/json', 'x-forwarded-for': client }
}

let addresses = 0

export function nextAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}
