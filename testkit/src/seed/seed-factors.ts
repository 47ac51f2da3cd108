// Second factors of users under test.
import { randomFillSync } from 'node:crypto'
import { openChallenge } from '@gatehouse/identity/login-challenge'
import { createFactorSeal } from '@gatehouse/identity/seal-factor'
import { mintTotpSecret, totpCodeAt } from '@gatehouse/identity/totp'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'

/** FACTOR_SECRETS of a backend under test, with which it opens the secrets of `addTotp`. */
export const testFactorSecrets = 'test:a-factor-secret-of-thirty-two-letters'

const clock = createSystemClock()
const fillRandom = randomFillSync
const current = { id: 'test', secret: new Secret(testFactorSecrets.slice('test:'.length)) }
const seal = createFactorSeal({ current }, fillRandom)

export type AddedTotp = {
  /** The code that the app shows, or the one before or after it. */
  code(stepsOff?: number): string
}

export async function addTotp(
  database: Database,
  userId: string,
  { isConfirmed = true } = {},
): Promise<AddedTotp> {
  const secret = mintTotpSecret(fillRandom)
  const { sealed, secretId } = seal.seal(userId, secret.reveal())
  const confirmed = isConfirmed ? { confirmed_at: new Date(clock.wallMs()), last_step: 0n } : {}
  await database
    .insertInto('totp_factors')
    .values({ user_id: userId, sealed_secret: sealed, secret_id: secretId, ...confirmed })
    .execute()
  return appWith(secret)
}

/** The app of a user who has entered this secret. */
export function appWith(secret: Secret): AddedTotp {
  return { code: (stepsOff = 0) => totpCodeAt(secret, clock.wallMs() + stepsOff * 30_000) }
}

/** Returns a challenge as the first step of a login would. */
export async function addChallenge(database: Database, userId: string): Promise<string> {
  const { device_generation } = await database
    .selectFrom('users')
    .select('device_generation')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const login = { userId, generation: device_generation }
  const { token } = await openChallenge({ database, fillRandom }, login)
  return token.reveal()
}
