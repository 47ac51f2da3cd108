// Generated from the migrations by `pnpm schema`; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type AuditLogTable = {
  id: string
  company_id: string | null
  actor_kind: string
  actor_id: string
  action: string
  subject_kind: string
  subject_id: string
  details: ColumnType<unknown, string | undefined, string>
  client_address: string | null
  request_id: string | null
  created_at: Generated<Date>
}

export type CallsTable = {
  id: string
  company_id: string
  key_id: string
  alias: string
  operation: string
  status: 'SUCCEEDED' | 'FAILED' | 'PARKED'
  reason: string | null
  price_version: bigint | null
  prompt_tokens: number
  cached_tokens: number
  completion_tokens: number
  charged_micros: bigint
  held_micros: bigint
  balance_after_micros: bigint
  duration_ms: number
  created_at: Generated<Date>
}

export type CompaniesTable = {
  id: string
  name: string
  billing_mode: Generated<'PREPAID' | 'POSTPAID'>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type CreditAccountsTable = {
  owner_id: string
  owner_kind: 'COMPANY' | 'USER'
  balance_micros: Generated<bigint>
  charged_micros: Generated<bigint>
  version: Generated<bigint>
  open_lot_id: string | null
  next_expiry_at: Date | null
  frozen_at: Date | null
  frozen_reason: string | null
}

export type CreditHoldsTable = {
  call_id: string
  company_id: string
  key_id: string
  operation: string
  alias: string
  estimate_micros: bigint
  reserved_tokens: bigint
  deadline: Date
}

export type CreditLotsTable = {
  id: string
  owner_id: string
  source_key: string
  kind: 'GRANTED' | 'BOUGHT'
  granted_micros: bigint
  remaining_micros: bigint
  expires_at: Date | null
  created_at: Generated<Date>
}

export type CreditTransfersTable = {
  id: string
  owner_id: string
  counter_account: 'PROVIDER_CASH' | 'REFUND_CASH' | 'REVENUE_USAGE' | 'BREAKAGE' | 'PROMOTION' | 'ADJUSTMENT'
  type: 'PACK_PURCHASE' | 'REFUND' | 'SUBSCRIPTION_GRANT' | 'USAGE' | 'ADJUSTMENT' | 'EXPIRY' | 'PROMO'
  amount_micros: bigint
  balance_after_micros: bigint
  business_key: string
  reason: string | null
  reverses_id: string | null
  created_at: Generated<Date>
}

export type MembershipsTable = {
  company_id: string
  user_id: string
  role: 'ADMIN' | 'MEMBER'
  created_at: Generated<Date>
}

export type ModelPricesTable = {
  version: GeneratedAlways<bigint>
  alias: string
  input_micros_per_million: bigint
  cached_input_micros_per_million: bigint
  output_micros_per_million: bigint
  valid_from: Date
  created_at: Generated<Date>
}

export type ReconciledDaysTable = {
  company_id: string
  day: string
  calls_micros: bigint
  checked_at: Generated<Date>
}

export type ReconciliationProgressTable = {
  is_only: Generated<boolean>
  calls_through: Date
}

export type SchemaMigrationsTable = {
  version: number
  file: string
  checksum: string
  applied_at: Generated<Date>
}

export type UsageRollupsTable = {
  company_id: string
  key_id: string
  alias: string
  day: string
  requests: bigint
  failed_requests: bigint
  prompt_tokens: bigint
  cached_tokens: bigint
  completion_tokens: bigint
  charged_micros: bigint
}

export type UsersTable = {
  id: string
  email: string
  password_hash: string | null
  is_super_admin: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type Tables = {
  audit_log: AuditLogTable
  calls: CallsTable
  companies: CompaniesTable
  credit_accounts: CreditAccountsTable
  credit_holds: CreditHoldsTable
  credit_lots: CreditLotsTable
  credit_transfers: CreditTransfersTable
  memberships: MembershipsTable
  model_prices: ModelPricesTable
  reconciled_days: ReconciledDaysTable
  reconciliation_progress: ReconciliationProgressTable
  schema_migrations: SchemaMigrationsTable
  usage_rollups: UsageRollupsTable
  users: UsersTable
}
