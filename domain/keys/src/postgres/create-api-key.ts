import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { type ApiKey, defaultRpmLimit, defaultScopes, defaultTpmLimit } from '../api-key.ts'
import type { KeyActor, MintedKey } from '../key-change.ts'
import { checkAllowlist } from './check-allowlist.ts'
import { type MintDeps, describeKey, insertKey } from './insert-key.ts'

type Optional =
  | 'scopes'
  | 'modelAllowlist'
  | 'rpmLimit'
  | 'tpmLimit'
  | 'monthlyCreditCapMicros'
  | 'mayReadCompanyUsage'
  | 'createdBy'
  | 'expiresAt'

export type NewApiKey = Pick<ApiKey, 'companyId' | 'name'> &
  Partial<Pick<ApiKey, Optional>> & {
    /**
     * True for a key that a company's admin creates. Limits granted by an operator or a super admin do not depend on
     * the plan.
     */
    limitsFollowPlan?: boolean
  }

/** The caller must have checked that the actor is an admin of the company. */
export async function createApiKey(deps: MintDeps, newKey: NewApiKey, by: KeyActor): Promise<MintedKey> {
  return deps.database.transaction().execute(async (tx) => {
    await checkAllowlist(tx, newKey.modelAllowlist)
    const minted = await insertKey(deps, tx, {
      scopes: defaultScopes,
      modelAllowlist: null,
      rpmLimit: defaultRpmLimit,
      tpmLimit: defaultTpmLimit,
      monthlyCreditCapMicros: null,
      mayReadCompanyUsage: false,
      createdBy: null,
      expiresAt: null,
      limitsFollowPlan: false,
      ...newKey,
      rotatedFromId: null,
    })
    await recordAuditEntry(deps.ids, tx, {
      ...by,
      companyId: newKey.companyId,
      action: 'key.create',
      subject: { kind: 'key', id: minted.key.id },
      details: describeKey(minted.key),
    })
    return minted
  })
}
