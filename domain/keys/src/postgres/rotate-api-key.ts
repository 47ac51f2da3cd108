import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { type ApiKey, keyStatus } from '../api-key.ts'
import { keyNotFound, keyNotLive } from '../key-faults.ts'
import { apiKeyColumns, fromRow } from './api-key-row.ts'
import { type KeyActor, type MintDeps, type MintedKey, describeKey, insertKey } from './insert-key.ts'

export type KeyRotation = {
  companyId: string
  keyId: string
  /** Id of the user who rotates the key. */
  createdBy?: string | null
  /** Defaults to the old key's expiry. */
  expiresAt?: Date | null
  /**
   * Set when a company's admin rotates the key: caps the new key's limits, which from then on follow the plan. If
   * absent, the old key's limits are kept.
   */
  limitsMax?: { rpm: number; tpm: number }
}

/** Mints a key with the same settings, capped at what is allowed now. The old key stays live until it is revoked. */
export async function rotateApiKey(deps: MintDeps, rotation: KeyRotation, by: KeyActor): Promise<MintedKey> {
  const { companyId, keyId } = rotation
  return deps.database.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('api_keys')
      .select([...apiKeyColumns, 'limits_follow_plan'])
      .where('id', '=', keyId)
      .where('company_id', '=', companyId)
      // Makes a concurrent revocation wait, so that no key is minted from one that is already revoked.
      .forShare()
      .executeTakeFirst()
    if (!row) throw keyNotFound()
    const old = fromRow(row)
    const status = keyStatus(old, new Date(deps.clock.wallMs()))
    if (status !== 'live') throw keyNotLive(status, 'rotated')
    const limitsFollowPlan = row.limits_follow_plan || rotation.limitsMax !== undefined
    const minted = await insertKey(deps, tx, { ...settingsOfSibling(old, rotation), limitsFollowPlan })
    await recordAuditEntry(deps.ids, tx, {
      ...by,
      companyId,
      action: 'key.rotate',
      subject: { kind: 'key', id: minted.key.id },
      details: { ...describeKey(minted.key, { limitsFollowPlan }), rotated_from_id: old.id },
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
