// Mints a key and stores its settings and hash, in the caller's transaction.
import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import type { ApiKey } from '../api-key.ts'
import { type Peppers, hashKey } from '../hash-key.ts'
import { companyNotFound, invalidKey } from '../key-faults.ts'
import { type FillRandom, keyHint, mintKey } from '../key-format.ts'
import { apiKeyColumns, fromRow } from './api-key-row.ts'

export type MintDeps = {
  database: Database
  ids: Ids
  clock: Pick<Clock, 'wallMs'>
  peppers: Peppers
  /** `randomFillSync` of node:crypto. */
  fillRandom: FillRandom
}

export type KeyToInsert = Omit<ApiKey, 'id' | 'hint' | 'createdAt' | 'lastUsedAt' | 'revokedAt'> & {
  /** If true, gateways lower the key's limits to those that the company's plan allows at the time. */
  limitsFollowPlan: boolean
}

const limitMax = 2 ** 31 - 1

export async function insertKey(deps: MintDeps, tx: Transaction, settings: KeyToInsert): Promise<MintedKey> {
  checkSettings(settings, deps.clock.wallMs())
  const rawKey = mintKey(deps.fillRandom)
  const { current } = deps.peppers
  const row = await tx
    .insertInto('api_keys')
    .values({
      id: deps.ids.uuid(),
      company_id: settings.companyId,
      name: settings.name.trim(),
      hint: keyHint(rawKey),
      key_hash: hashKey(current, rawKey),
      pepper_id: current.id,
      scopes: [...new Set(settings.scopes)],
      model_allowlist: settings.modelAllowlist && [...new Set(settings.modelAllowlist)],
      rpm_limit: settings.rpmLimit,
      tpm_limit: settings.tpmLimit,
      limits_follow_plan: settings.limitsFollowPlan,
      monthly_credit_cap_micros: settings.monthlyCreditCapMicros,
      may_read_company_usage: settings.mayReadCompanyUsage,
      created_by: settings.createdBy,
      expires_at: settings.expiresAt,
      rotated_from_id: settings.rotatedFromId,
    })
    .returning(apiKeyColumns)
    .executeTakeFirstOrThrow()
    .catch((thrown: unknown) => {
      throw constraintFault(thrown, keyConstraintFaults)
    })
  const key = fromRow(row)
  await enqueueEvent(deps.ids, tx, {
    companyId: settings.companyId,
    type: 'key.created',
    data: { keyId: key.id, name: key.name },
  })
  return { key, rawKey: new Secret(rawKey) }
}

/** The audit log's description of a key. People recognise the key by its hint. */
export function describeKey(
  key: ApiKey,
  { limitsFollowPlan }: Pick<KeyToInsert, 'limitsFollowPlan'>,
): Record<string, unknown> {
  return {
    name: key.name,
    hint: key.hint,
    scopes: key.scopes,
    model_allowlist: key.modelAllowlist,
    rpm_limit: key.rpmLimit,
    tpm_limit: key.tpmLimit,
    limits_follow_plan: limitsFollowPlan,
    monthly_credit_cap_micros: key.monthlyCreditCapMicros?.toString() ?? null,
    may_read_company_usage: key.mayReadCompanyUsage,
    expires_at: key.expiresAt,
  }
}

/** Checks the rules that no constraint of the table covers. */
export function checkSettings(
  { rpmLimit, tpmLimit, expiresAt }: Pick<ApiKey, 'rpmLimit' | 'tpmLimit' | 'expiresAt'>,
  wallMs: number,
): void {
  for (const [input, limit] of Object.entries({ rpmLimit, tpmLimit })) {
    if (!Number.isInteger(limit) || limit > limitMax)
      throw invalidKey('keys.limit', { input, message: `A limit is a whole number up to ${limitMax}.` })
  }
  // Negated, so that an invalid date is refused too.
  if (expiresAt && !(expiresAt.getTime() > wallMs))
    throw invalidKey('keys.expiry', {
      input: 'expiresAt',
      message: 'The key would already be expired. Choose a later time.',
    })
}

export const keyConstraintFaults: Parameters<typeof constraintFault>[1] = {
  api_keys_company_id_fkey: companyNotFound,
  api_keys_created_by_fkey: (cause) =>
    invalidKey('keys.creator', { input: 'createdBy', message: 'The user does not exist.' }, cause),
  api_keys_name_not_blank: (cause) =>
    invalidKey(
      'keys.name',
      { input: 'name', message: 'A key needs a name of at most 200 characters.' },
      cause,
    ),
  api_keys_scopes_known: (cause) =>
    invalidKey(
      'keys.scopes',
      { input: 'scopes', message: 'A key needs at least one scope, and only existing scopes.' },
      cause,
    ),
  api_keys_model_allowlist_not_empty: (cause) =>
    invalidKey(
      'keys.allowlist',
      {
        input: 'modelAllowlist',
        message: 'Name at least one alias, or leave the list out to allow every alias.',
      },
      cause,
    ),
  api_keys_rpm_limit_positive: (cause) =>
    invalidKey('keys.limit', { input: 'rpmLimit', message: 'A limit must be greater than zero.' }, cause),
  api_keys_tpm_limit_positive: (cause) =>
    invalidKey('keys.limit', { input: 'tpmLimit', message: 'A limit must be greater than zero.' }, cause),
  api_keys_monthly_credit_cap_not_negative: (cause) =>
    invalidKey(
      'keys.monthly_cap',
      { input: 'monthlyCreditCap', message: 'The monthly cap must not be negative.' },
      cause,
    ),
}

/** The author of a change, for the audit log. */
export type KeyActor = Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>

/** The raw key is returned only here and cannot be retrieved later. */
export type MintedKey = { key: ApiKey; rawKey: Secret }
