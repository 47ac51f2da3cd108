// A backend as a process with its own Postgres and Redis, and users who log in to it as browsers do.
import { testJwtSecrets, testMailSecrets } from '@gatehouse/testkit/seed-backend'
import { testFactorSecrets } from '@gatehouse/testkit/seed-factors'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { spawnServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { type ProofDatabase, connectToDatabase, startServers } from '../../kit/servers.ts'

export type SessionsSetup = ProofDatabase & { url: string }

export async function openSessionsSetup(scope: AsyncDisposableStack): Promise<SessionsSetup> {
  const { postgres, redis } = await startServers(scope)
  const connected = connectToDatabase(scope, postgres.url)
  const backend = scope.use(
    await spawnServiceProcess({
      entry: 'apps/backend/src/main.ts',
      environment: {
        PORT: '0',
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        KEY_PEPPERS: testKeyPeppers,
        JWT_SECRETS: testJwtSecrets,
        MAIL_SECRETS: testMailSecrets,
        FACTOR_SECRETS: testFactorSecrets,
        ...testPaymentSettings,
        // The owner and the thief have different addresses.
        TRUSTED_PROXIES: '127.0.0.1',
        ADDRESS_REQUESTS_PER_MINUTE: '1000000',
      },
    }),
  )
  return { url: await backend.address, ...connected }
}
