import { type AccessActQueue, enqueueAccessAct } from '@gatehouse/audit/access-acts/copy-access-act'
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { ApiKey } from '../api-key.ts'
import { keyNotFound } from '../key-faults.ts'
import type { AnnounceKeyEnd } from '../key-ports.ts'
import { apiKeyColumns, fromRow } from './api-key-row.ts'
import type { KeyActor } from './insert-key.ts'

export type RevokeDeps = {
  database: Database
  ids: Ids
  /** Keeps the revocation outside of the database, so that a restore does not undo it. */
  accessActs: AccessActQueue
  announceKeyEnd: AnnounceKeyEnd
}

export type KeyName = { companyId: string; keyId: string }

export type Revocation = {
  kind: 'revoked' | 'was_revoked'
  key: ApiKey
  /** False if gateways were not notified and will notice at their next read, within 5 s. */
  isAnnounced: boolean
}

/** Idempotent, but every call announces the revocation: an earlier announcement may have been lost. */
export async function revokeApiKey(deps: RevokeDeps, name: KeyName, by: KeyActor): Promise<Revocation> {
  await deps.accessActs.prepare()
  const { kind, key } = await deps.database.transaction().execute((tx) => revoke({ ...deps, tx }, name, by))
  // Only after the commit: a gateway that reads the key immediately must see the revocation.
  const isAnnounced = await deps.announceKeyEnd(key.id)
  return { kind, key, isAnnounced }
}

async function revoke(
  { tx, ...deps }: Pick<RevokeDeps, 'ids' | 'accessActs'> & { tx: Transaction },
  { companyId, keyId }: KeyName,
  by: KeyActor,
): Promise<Pick<Revocation, 'kind' | 'key'>> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', keyId)
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .returning(apiKeyColumns)
    .executeTakeFirst()
  if (!revoked) return { kind: 'was_revoked', key: await readKey(tx, { companyId, keyId }) }
  const key = fromRow(revoked)
  await recordAuditEntry(deps.ids, tx, {
    ...by,
    companyId,
    action: 'key.revoke',
    subject: { kind: 'key', id: key.id },
    details: { name: key.name, hint: key.hint },
  })
  await enqueueAccessAct(deps, tx, { kind: 'key.revoke', companyId, keyId: key.id, actor: by.actor })
  await enqueueEvent(deps.ids, tx, {
    companyId,
    type: 'key.revoked',
    data: { keyId: key.id, name: key.name },
  })
  return { kind: 'revoked', key }
}

async function readKey(tx: Transaction, { companyId, keyId }: KeyName): Promise<ApiKey> {
  const row = await tx
    .selectFrom('api_keys')
    .select(apiKeyColumns)
    .where('id', '=', keyId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) throw keyNotFound()
  return fromRow(row)
}
