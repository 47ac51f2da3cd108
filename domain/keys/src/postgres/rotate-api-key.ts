import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { type ApiKey, keyStatus } from '../api-key.ts'
import type { KeyActor, MintedKey } from '../key-change.ts'
import { keyNotFound, keyNotLive } from '../key-faults.ts'
import { apiKeyColumns, fromRow } from './api-key-row.ts'
import { type MintDeps, describeKey, insertKey } from './insert-key.ts'

export type KeyRotation = {
  companyId: string
  keyId: string
  /** The user who rotates. */
  createdBy?: string | null
  /** As for the old key, if left out. */
  expiresAt?: Date | null
  /** By a company's admin: no more than these, and from then on what the plan allows. As for the old key, if left out. */
  limitsMax?: { rpm: number; tpm: number }
}

/** Mints a sibling with the same settings, or with what is allowed of them today. The old key stays live until it is revoked. */
export async function rotateApiKey(deps: MintDeps, rotation: KeyRotation, by: KeyActor): Promise<MintedKey> {
  const { companyId, keyId } = rotation
  return deps.database.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('api_keys')
      .select([...apiKeyColumns, 'limits_follow_plan'])
      .where('id', '=', keyId)
      .where('company_id', '=', companyId)
      // Somebody who revokes it now is made to wait: a key that is revoked has no sibling made afterwards.
      .forShare()
      .executeTakeFirst()
    if (!row) throw keyNotFound()
    const old = fromRow(row)
    const status = keyStatus(old, new Date(deps.clock.wallMs()))
    if (status !== 'live') throw keyNotLive(status)
    const minted = await insertKey(deps, tx, {
      ...settingsOfSibling(old, rotation),
      limitsFollowPlan: row.limits_follow_plan || rotation.limitsMax !== undefined,
    })
    await recordAuditEntry(deps.ids, tx, {
      ...by,
      companyId,
      action: 'key.rotate',
      subject: { kind: 'key', id: minted.key.id },
      details: { ...describeKey(minted.key), rotated_from_id: old.id },
    })
    return minted
  })
}

function settingsOfSibling(old: ApiKey, rotation: KeyRotation) {
  const { createdBy = null, expiresAt = old.expiresAt, limitsMax } = rotation
  return {
    ...old,
    createdBy,
    expiresAt,
    rpmLimit: Math.min(old.rpmLimit, limitsMax?.rpm ?? old.rpmLimit),
    tpmLimit: Math.min(old.tpmLimit, limitsMax?.tpm ?? old.tpmLimit),
    rotatedFromId: old.id,
  }
}
