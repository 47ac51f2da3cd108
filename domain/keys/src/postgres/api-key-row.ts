import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import { type ApiKey, isScope } from '../api-key.ts'

/** The columns of an ApiKey. The hash is not among them: it is selected only where it is compared. */
export const apiKeyColumns = [
  'id',
  'company_id',
  'name',
  'hint',
  'scopes',
  'model_allowlist',
  'rpm_limit',
  'tpm_limit',
  'monthly_credit_cap_micros',
  'may_read_company_usage',
  'created_by',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'rotated_from_id',
] as const satisfies readonly (keyof Tables['api_keys'])[]

export type ApiKeyRow = Pick<Selectable<Tables['api_keys']>, (typeof apiKeyColumns)[number]>

export function fromRow(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    hint: row.hint,
    // A scope that only a newer release knows grants nothing here.
    scopes: row.scopes.filter(isScope),
    modelAllowlist: row.model_allowlist,
    rpmLimit: row.rpm_limit,
    tpmLimit: row.tpm_limit,
    monthlyCreditCapMicros: row.monthly_credit_cap_micros,
    mayReadCompanyUsage: row.may_read_company_usage,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    rotatedFromId: row.rotated_from_id,
  }
}
