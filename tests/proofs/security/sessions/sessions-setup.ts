// A backend as a process with its own Postgres and Redis, and users who log in to it as browsers do.
import { testJwtSecrets, testMailSecrets } from '@gatehouse/testkit/seed-backend'
import { testFactorSecrets } from '@gatehouse/testkit/seed-factors'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { testSsoSecrets } from '@gatehouse/testkit/seed-sso'
import { spawnServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { type ProofDatabase, connectToDatabase, startServers } from '../../kit/servers.ts'
import { type PasskeyPages, servePages } from './serve-pages.ts'

/** Where the browsers of users reach the console. */
export const consoleUrl = 'https://console.test.example'

export type SessionsSetup = ProofDatabase & { url: string; passkeyPages: PasskeyPages }

export async function openSessionsSetup(scope: AsyncDisposableStack): Promise<SessionsSetup> {
  const { postgres, redis } = await startServers(scope)
  const connected = connectToDatabase(scope, postgres.url)
  const passkeyPages = await servePages(scope)
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
        SSO_SECRETS: testSsoSecrets,
        // The providers of the proof are on this machine.
        SSO_ALLOWED_RANGES: '127.0.0.0/8',
        CONSOLE_URL: consoleUrl,
        PASSKEY_ORIGINS: passkeyPages.own,
        ...testPaymentSettings,
        // The owner and the thief have different addresses.
        TRUSTED_PROXIES: '127.0.0.1',
        ADDRESS_REQUESTS_PER_MINUTE: '1000000',
      },
    }),
  )
  return { url: await backend.address, passkeyPages, ...connected }
}
