import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Transaction } from '@gatehouse/schema/database'
import { type ApiKey, defaultRpmLimit, defaultScopes, defaultTpmLimit } from '../api-key.ts'
import { invalidKey } from '../key-faults.ts'
import { type KeyActor, type MintDeps, type MintedKey, describeKey, insertKey } from './insert-key.ts'

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
    const settings = {
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
    }
    const minted = await insertKey(deps, tx, settings)
    await recordAuditEntry(deps.ids, tx, {
      ...by,
      companyId: newKey.companyId,
      action: 'key.create',
      subject: { kind: 'key', id: minted.key.id },
      details: describeKey(minted.key, settings),
    })
    return minted
  })
}

/** Rejects unknown aliases: a key with a misspelt alias could call less than its owner expects, or nothing. */
export async function checkAllowlist(
  tx: Transaction,
  allowlist: readonly string[] | null | undefined,
): Promise<void> {
  if (!allowlist) return
  const rows = await tx.selectFrom('model_aliases').select('alias').orderBy('alias').execute()
  const existing = rows.map(({ alias }) => alias)
  const unknown = allowlist.filter((alias) => !existing.includes(alias))
  if (unknown.length === 0) return
  const choice = existing.length > 0 ? `Choose from ${existing.join(', ')}.` : 'There are no aliases yet.'
  const names = unknown.map((alias) => `"${alias.slice(0, 100)}"`).join(', ')
  throw invalidKey('keys.allowlist', {
    input: 'modelAllowlist',
    message: `The allowlist names ${names}, which ${unknown.length === 1 ? 'is not an alias' : 'are not aliases'}. ${choice}`,
  })
}
