import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { countRecoveryCodes } from './recovery-codes.ts'

export type Factors = { totpSince: Date | null; passkeyCount: number; recoveryCodesLeft: number }

export async function readFactors(database: Database, userId: string): Promise<Factors> {
  const totp = await database
    .selectFrom('totp_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { passkeys } = await database
    .selectFrom('passkeys')
    .select((select) => select.fn.countAll<string>().as('passkeys'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    totpSince: totp?.confirmed_at ?? null,
    passkeyCount: Number(passkeys),
    recoveryCodesLeft: await countRecoveryCodes(database, userId),
  }
}

/** Recovery codes alone are not a factor. */
export async function hasFactor(database: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null)
        or exists (select from passkeys where user_id = ${userId}) as has`.execute(database)
  return rows[0]?.has ?? false
}
