// Logins that were sent to a provider. Each can come back once, to the same browser, within ten minutes.
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'

export type SsoAttempt = { companyId: string; issuer: string; clientId: string; returnPath: string }

type AttemptKey = { stateHash: Buffer; browserHash: Buffer }

/** Long enough for a second factor at the provider. */
export const attemptMinutes = 10
const expiredAttemptsMax = 10

export async function addAttempt(
  database: Database,
  { stateHash, browserHash }: AttemptKey,
  { companyId, issuer, clientId, returnPath }: SsoAttempt,
): Promise<void> {
  await database
    .insertInto('sso_attempts')
    .values({
      state_hash: stateHash,
      browser_hash: browserHash,
      company_id: companyId,
      issuer,
      client_id: clientId,
      return_path: returnPath,
      expires_at: sql`now() + make_interval(mins => ${attemptMinutes})`,
    })
    .execute()
  // Also removes a few that never came back, since no other job does.
  await sql`
    delete from sso_attempts where state_hash in (
      select state_hash from sso_attempts where expires_at < now() limit ${expiredAttemptsMax}
      for update skip locked)`.execute(database)
}

/** Deletes the attempt, so that it cannot be used twice. Undefined if there is none for this browser and company. */
export async function takeAttempt(
  database: Database,
  { stateHash, browserHash }: AttemptKey,
  companyId: string,
): Promise<SsoAttempt | undefined> {
  const row = await database
    .deleteFrom('sso_attempts')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('company_id', '=', companyId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['issuer', 'client_id', 'return_path'])
    .executeTakeFirst()
  return row && { companyId, issuer: row.issuer, clientId: row.client_id, returnPath: row.return_path }
}
