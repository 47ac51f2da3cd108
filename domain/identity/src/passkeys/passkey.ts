// The passkeys of a user, as they are stored.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import { endCodesOfLastFactor } from '../factors/set-up-totp.ts'
import { invalidPasskeyName, passkeyNotKnown, unknownPasskey } from './passkey-faults.ts'

export type Passkey = Readonly<{
  id: string
  name: string
  /** Whether the passkey is copied to other devices of the user, such as by a password manager. */
  isBackedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}>

export const passkeyColumns = [
  'id',
  'name',
  'is_backed_up',
  'created_at',
  'last_used_at',
] as const satisfies readonly (keyof Tables['passkeys'])[]

export function toPasskey(
  row: Pick<Selectable<Tables['passkeys']>, (typeof passkeyColumns)[number]>,
): Passkey {
  return {
    id: row.id,
    name: row.name,
    isBackedUp: row.is_backed_up,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}

/** Oldest first. A user has few of them, so there are no pages. */
export async function listPasskeys(database: Database, userId: string): Promise<Passkey[]> {
  const rows = await database
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

export type NamedCredential = { id: string; transports: string[] }

/** The credentials of a user, as browsers take them. */
export async function listCredentials(database: Database, userId: string): Promise<NamedCredential[]> {
  const rows = await database
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports }))
}

const nameLengthMax = 100

export function checkPasskeyName(given: string): string {
  const name = given.trim()
  const { length } = Array.from(name)
  if (length < 1 || length > nameLengthMax || /\p{Cc}/u.test(name)) throw invalidPasskeyName(nameLengthMax)
  return name
}

type Deps = { database: Database; ids: Ids }

export async function renamePasskey(
  { database, ids }: Deps,
  { userId, passkeyId, name }: { userId: string; passkeyId: string; name: string },
  by: AuditActor,
): Promise<Passkey> {
  const checked = checkPasskeyName(name)
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('passkeys')
      .set({ name: checked })
      .where('id', '=', passkeyId)
      .where('user_id', '=', userId)
      .returning(passkeyColumns)
      .executeTakeFirst()
    if (!row) throw unknownPasskey()
    const details = { passkey: passkeyId, name: checked }
    await auditPasskey({ ids, tx }, { action: 'user.rename_passkey', userId, details }, by)
    return toPasskey(row)
  })
}

/** The recovery codes end with the last factor. */
export async function deletePasskey(
  { database, ids }: Deps,
  { userId, passkeyId }: { userId: string; passkeyId: string },
  by: AuditActor,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await lockFactors(tx, userId)
    const row = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw unknownPasskey()
    await endCodesOfLastFactor(tx, userId)
    const details = { passkey: passkeyId, name: row.name }
    await auditPasskey({ ids, tx }, { action: 'user.delete_passkey', userId, details }, by)
  })
}

/** Serialises changes of a user's passkeys: the recovery codes depend on whether others exist. */
export async function lockFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Throws if the passkey was deleted since it was checked. A deletion waits for the caller's transaction. */
export async function holdPasskey(tx: Transaction, passkeyId: string): Promise<void> {
  const row = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', passkeyId)
    .forShare()
    .executeTakeFirst()
  if (!row) throw passkeyNotKnown()
}

export type PasskeyEvent = {
  action: `user.${string}_passkey`
  userId: string
  details: Readonly<Record<string, unknown>>
}

export async function auditPasskey(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { action, userId, details }: PasskeyEvent,
  by: AuditActor,
): Promise<void> {
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action,
    subject: { kind: 'user', id: userId },
    details,
  })
}
