import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { LoginStore } from './log-in.ts'
import type { FactorMethod } from '../factors/factor-faults.ts'
import { openChallenge } from '../factors/login-challenge.ts'
import { openSession } from '../sessions/open-session.ts'
import type { FillRandom } from '../token/refresh-token.ts'
import { toUser, userColumns } from '../users.ts'

export type SessionDeps = { database: Database; ids: Ids; fillRandom: FillRandom }

export function createLoginStore({ database, ids, fillRandom }: SessionDeps): LoginStore {
  return {
    async findByEmail(email) {
      const row = await database
        .selectFrom('users')
        .select([...userColumns, 'password_hash', 'device_generation'])
        .select([
          sql<boolean>`exists (
          select from totp_factors where user_id = users.id and confirmed_at is not null)`.as('has_totp'),
          sql<boolean>`exists (select from passkeys where user_id = users.id)`.as('has_passkey'),
        ])
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .executeTakeFirst()
      return (
        row && {
          user: toUser(row),
          passwordHash: row.password_hash,
          deviceGeneration: row.device_generation,
          factorMethods: listMethods(row),
        }
      )
    },
    async replacePasswordHash(userId, { from, to }) {
      // A no-op if the password was changed in the meantime.
      const { numUpdatedRows } = await database
        .updateTable('users')
        .set({ password_hash: to, updated_at: sql`now()` })
        .where('id', '=', userId)
        .where('password_hash', '=', from)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    openChallenge: (login) => openChallenge({ database, fillRandom }, login),
    openSession: ({ userId, passwordHash, client }) =>
      database.transaction().execute(async (tx) => {
        // A concurrent password change waits for this session, and then ends it with the others.
        const user = await tx
          .selectFrom('users')
          .select('id')
          .where('id', '=', userId)
          .where('password_hash', '=', passwordHash)
          .forShare()
          .executeTakeFirst()
        if (!user) return undefined
        const opened = await openSession({ tx, ids, fillRandom }, { userId, client })
        return opened.refresh
      }),
  }
}

/** Recovery codes exist only together with a factor. */
function listMethods(has: { has_totp: boolean; has_passkey: boolean }): FactorMethod[] {
  const factors: FactorMethod[] = [
    ...(has.has_totp ? ['TOTP' as const] : []),
    ...(has.has_passkey ? ['PASSKEY' as const] : []),
  ]
  return factors.length > 0 ? [...factors, 'RECOVERY_CODE'] : []
}
