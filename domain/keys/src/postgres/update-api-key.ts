import { type AccessActQueue, enqueueAccessAct } from '@gatehouse/audit/access-acts/copy-access-act'
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { type ApiKey, keyStatus } from '../api-key.ts'
import { keyNotFound, keyNotLive } from '../key-faults.ts'
import type { AnnounceCompanyChange } from '../key-ports.ts'
import { apiKeyColumns, fromRow } from './api-key-row.ts'
import { checkAllowlist } from './create-api-key.ts'
import { type KeyActor, checkSettings, describeKey, keyConstraintFaults } from './insert-key.ts'

export type UpdateDeps = {
  database: Database
  ids: Ids
  clock: Pick<Clock, 'wallMs'>
  /** Keeps a new expiry outside of the database, so that a restore does not undo it. */
  accessActs: AccessActQueue
  announceCompanyChange: AnnounceCompanyChange
}

type Changeable = 'name' | 'modelAllowlist' | 'rpmLimit' | 'tpmLimit' | 'monthlyCreditCapMicros' | 'expiresAt'

export type KeyUpdate = {
  companyId: string
  keyId: string
  /** Settings that are left out stay as they are. */
  changes: Partial<Pick<ApiKey, Changeable>>
  /**
   * Whether the limits are capped by the company's plan from now on, as those that an admin chooses are. Applies only if
   * a limit differs from the stored one: forms send all settings, also unchanged ones.
   */
  limitsFollowPlan: boolean
}

/**
 * Changes the settings of a live key. Gateways apply them as soon as they receive the message, and within 5 s if it is
 * lost. The caller must have checked that the actor is an admin of the company.
 */
export async function updateApiKey(deps: UpdateDeps, update: KeyUpdate, by: KeyActor): Promise<ApiKey> {
  const { database, ids } = deps
  await deps.accessActs.prepare()
  const key = await database.transaction().execute(async (tx) => {
    const { key: old, limitsFollowPlan } = await lockLiveKey(tx, update, new Date(deps.clock.wallMs()))
    const wanted = { ...old, ...update.changes }
    checkSettings(wanted, deps.clock.wallMs())
    await checkAllowlist(tx, update.changes.modelAllowlist)
    const hasNewLimits = wanted.rpmLimit !== old.rpmLimit || wanted.tpmLimit !== old.tpmLimit
    const followsPlan = hasNewLimits ? update.limitsFollowPlan : limitsFollowPlan
    const changed = await writeSettings(tx, { ...wanted, limitsFollowPlan: followsPlan })
    const details = describeChange(
      describeKey(old, { limitsFollowPlan }),
      describeKey(changed, { limitsFollowPlan: followsPlan }),
    )
    if (Object.keys(details.after).length === 0) return old
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId: update.companyId,
      action: 'key.update',
      subject: { kind: 'key', id: old.id },
      details: { name: changed.name, hint: changed.hint, ...details },
    })
    if (changed.expiresAt?.getTime() !== old.expiresAt?.getTime()) {
      const { id: keyId, companyId, expiresAt } = changed
      const expiry = { keyId, companyId, expiresAt: expiresAt?.toISOString() ?? null, actor: by.actor }
      await enqueueAccessAct(deps, tx, { kind: 'key.expiry', ...expiry })
    }
    return changed
  })
  // Only after the commit: a gateway that reads the key immediately must see the new settings.
  await deps.announceCompanyChange(key.companyId)
  return key
}

async function lockLiveKey(
  tx: Transaction,
  { companyId, keyId }: Pick<KeyUpdate, 'companyId' | 'keyId'>,
  now: Date,
): Promise<{ key: ApiKey; limitsFollowPlan: boolean }> {
  const row = await tx
    .selectFrom('api_keys')
    .select([...apiKeyColumns, 'limits_follow_plan'])
    .where('id', '=', keyId)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw keyNotFound()
  const key = fromRow(row)
  const status = keyStatus(key, now)
  if (status !== 'live') throw keyNotLive(status, 'changed')
  return { key, limitsFollowPlan: row.limits_follow_plan }
}

async function writeSettings(
  tx: Transaction,
  { id, companyId, name, modelAllowlist, ...wanted }: ApiKey & Pick<KeyUpdate, 'limitsFollowPlan'>,
): Promise<ApiKey> {
  const row = await tx
    .updateTable('api_keys')
    .set({
      name: name.trim(),
      model_allowlist: modelAllowlist && [...new Set(modelAllowlist)],
      rpm_limit: wanted.rpmLimit,
      tpm_limit: wanted.tpmLimit,
      monthly_credit_cap_micros: wanted.monthlyCreditCapMicros,
      expires_at: wanted.expiresAt,
      limits_follow_plan: wanted.limitsFollowPlan,
    })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .returning(apiKeyColumns)
    .executeTakeFirstOrThrow()
    .catch((thrown: unknown) => {
      throw constraintFault(thrown, keyConstraintFaults)
    })
  return fromRow(row)
}

/** The settings that differ, before and after. */
function describeChange(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (settings: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, settings[name]]))
  return { before: pick(before), after: pick(after) }
}
