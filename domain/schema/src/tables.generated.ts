// Generated from the migrations by `pnpm schema`; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type AlertEvaluationTable = {
  id: Generated<boolean>
  after_company_id: string | null
  updated_at: Generated<Date>
}

export type AlertRulesTable = {
  id: string
  company_id: string
  kind: string
  threshold: bigint
  is_muted: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type AlertsTable = {
  id: string
  company_id: string
  rule_id: string | null
  kind: string
  subject: string
  period: string
  is_test: Generated<boolean>
  details: ColumnType<unknown, string, string>
  created_at: Generated<Date>
  ended_at: Date | null
}

export type ApiKeysTable = {
  id: string
  company_id: string
  name: string
  hint: string
  key_hash: Buffer
  pepper_id: string
  scopes: string[]
  model_allowlist: string[] | null
  rpm_limit: number
  tpm_limit: number
  monthly_credit_cap_micros: bigint | null
  may_read_company_usage: Generated<boolean>
  created_by: string | null
  created_at: Generated<Date>
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
  rotated_from_id: string | null
  limits_follow_plan: Generated<boolean>
}

export type ArchivedCallDaysTable = {
  company_id: string
  day: string
  partition_name: string
  calls: bigint
  charged_micros: bigint
}

export type ArchivedCallObjectsTable = {
  partition_name: string
  number: number
  object_key: string
  sha256: string
  bytes: bigint
  after_id: string
  through_id: string
  calls: bigint
  charged_micros: bigint
  verified_at: Generated<Date>
}

export type ArchivedCallPartitionsTable = {
  name: string
  first_day: string
  end_day: string
  calls: Generated<bigint>
  charged_micros: Generated<bigint>
  bytes: Generated<bigint>
  table_bytes: bigint
  started_at: Generated<Date>
  detached_at: Date | null
  dropped_at: Date | null
}

export type ArchivedRefundedCallsTable = {
  id: string
  company_id: string
  key_id: string
  alias: string
  operation: string
  concerned_company_id: string | null
  created_at: Date
}

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

export type BillingNoticesTable = {
  notice_key: string
  company_id: string
  kind: string
  details: ColumnType<unknown, string | undefined, string>
  created_at: Generated<Date>
  sent_at: Date | null
}

export type BudgetsTable = {
  id: string
  company_id: string
  scope: string
  key_id: string | null
  alias: string | null
  is_hard: boolean
  limit_micros: bigint
  created_at: Generated<Date>
  updated_at: Generated<Date>
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
  concerned_company_id: string | null
}

export type CompaniesTable = {
  id: string
  name: string
  billing_mode: Generated<'PREPAID' | 'POSTPAID'>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  suspended_at: Date | null
  suspension_reason: string | null
}

export type CompanyAllowancesTable = {
  company_id: string
  model_work_micros: bigint | null
  documents_per_day: number | null
  document_bytes_per_day: bigint | null
  model_work_waits_until: Date | null
  updated_at: Generated<Date>
}

export type CompanyNoticesTable = {
  id: string
  company_id: string
  key: string
  kind: string
  details: ColumnType<unknown, string | undefined, string>
  created_at: Generated<Date>
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

export type CreditPackPurchasesTable = {
  id: string
  company_id: string
  pack_id: string
  bought_by: string | null
  status: Generated<'PENDING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'>
  credits_micros: bigint
  price_minor: bigint
  currency: string
  provider_session_id: string | null
  provider_payment_intent_id: string | null
  paid_minor: bigint | null
  is_awaiting_payment: Generated<boolean>
  mismatch: string | null
  next_check_at: Generated<Date>
  checks: Generated<number>
  completed_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type CreditPacksTable = {
  id: string
  name: string
  credits_micros: bigint
  price_minor: bigint
  currency: string
  sort_order: Generated<number>
  status: Generated<'ACTIVE' | 'ARCHIVED'>
  provider_product_id: string | null
  provider_price_id: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  provider_product_name: string | null
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

export type DeliveredCallsTable = {
  process_id: string
  version: bigint
  call_ids: string[]
  written_at: Generated<Date>
}

export type DocumentTextsTable = {
  company_id: string
  document_id: string
  text: string
  pages: number | null
  language: string | null
  warnings: ColumnType<unknown, string | undefined, string>
  search: string
}

export type DocumentsTable = {
  company_id: string
  id: string
  kind: 'CV' | 'OTHER'
  status: Generated<'UPLOADING' | 'STORED' | 'READ' | 'PARSED' | 'REFUSED' | 'DELETING'>
  file_name: string
  content_hash: Buffer
  size_bytes: number
  talent_id: string | null
  uploaded_by: string | null
  refusal: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  cancelled_task_id: string | null
}

export type EmailChangesTable = {
  id: string
  user_id: string
  new_email: string
  old_token_hash: Buffer
  new_token_hash: Buffer
  old_confirmed_at: Date | null
  new_confirmed_at: Date | null
  created_at: Generated<Date>
  expires_at: Date
  ended_at: Date | null
}

export type EventAttemptsTable = {
  id: string
  delivery_id: string
  company_id: string
  started_at: Date
  duration_ms: number
  status_code: number | null
  error: string | null
}

export type EventDeliveriesTable = {
  id: string
  event_id: string
  endpoint_id: string
  company_id: string
  status: Generated<'PENDING' | 'DELIVERED' | 'FAILED'>
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  claim_id: string | null
  created_at: Generated<Date>
  settled_at: Date | null
}

export type EventEndpointsTable = {
  id: string
  company_id: string
  url: string
  description: Generated<string>
  event_types: Generated<string[]>
  is_enabled: Generated<boolean>
  disabled_because: string | null
  failing_since: Date | null
  sealed_secret: Buffer
  sealed_by: string
  previous_sealed_secret: Buffer | null
  previous_sealed_by: string | null
  previous_until: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}

export type ExcessGrantsTable = {
  company_id: string
  currency: string
  excess_micros: bigint
  changes: Generated<number>
  updated_at: Generated<Date>
}

export type HoldTableUseTable = {
  is_only: Generated<boolean>
  used_at: Generated<Date>
}

export type InvitationsTable = {
  id: string
  company_id: string
  email: string
  role: 'ADMIN' | 'MEMBER'
  token_hash: Buffer
  created_at: Generated<Date>
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
  invited_by: string | null
}

export type InvoicesTable = {
  id: string
  company_id: string
  status: 'DRAFT' | 'OPEN' | 'UNCOLLECTIBLE' | 'PAID' | 'VOID'
  provider_invoice_id: string | null
  purchase_id: string | null
  provider_subscription_id: string | null
  billing_reason: string | null
  number: string | null
  currency: string
  total_minor: bigint
  amount_paid_minor: Generated<bigint>
  amount_remaining_minor: Generated<bigint>
  due_at: Date | null
  paid_at: Date | null
  attempt_count: Generated<number>
  next_payment_attempt_at: Date | null
  is_action_required: Generated<boolean>
  finalization_error: string | null
  hosted_invoice_url: string | null
  invoice_pdf_url: string | null
  event_created_at: Date | null
  revision: Generated<bigint>
  next_check_at: Generated<Date>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  plan_lines_minor: bigint | null
  plan_ids: Generated<string[]>
  trial_plan_ids: Generated<string[]>
  free_periods: Generated<string[]>
}

export type JobFactsTable = {
  company_id: string
  job_id: string
  facts: ColumnType<unknown, string, string>
  facts_hash: Buffer
  updated_at: Generated<Date>
}

export type JobIndexTable = {
  company_id: string
  job_id: string
  facts_hash: Buffer
  keys: string[]
  impacts: number[]
  last_kept_points: number | null
  matched_at: Date | null
  scorer_version: number | null
}

export type JobPostingsTable = {
  company_id: string
  key: string
  impact: number
  job_id: string
}

export type JobsTable = {
  company_id: string
  id: string
  external_id: string | null
  title: string
  status: Generated<'DRAFT' | 'ACTIVE' | 'PAUSED' | 'CLOSED' | 'EXPIRED'>
  description_text: Generated<string>
  version: Generated<number>
  published_at: Date | null
  closes_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  posting: ColumnType<unknown, string | null | undefined, string | null>
  corrections: ColumnType<unknown, string | undefined, string>
  metadata: ColumnType<unknown, string | undefined, string>
  cancelled_task_id: string | null
}

export type JudgeQueueTable = {
  company_id: string
  job_id: string
  due_at: Date
}

export type JudgeVerdictsTable = {
  key: Buffer
  verdicts: ColumnType<unknown, string, string>
  judged_at: Generated<Date>
  company_id: string | null
  talent_id: string | null
}

export type KeyChangeCutTable = {
  id: Generated<boolean>
  cut_xid: string
  next_xid: string
  next_at: Generated<Date>
}

export type KeyChangesTable = {
  id: GeneratedAlways<bigint>
  xid: Generated<string>
  key_id: string | null
  company_id: string | null
}

export type LoginChallengesTable = {
  token_hash: Buffer
  user_id: string
  device_generation: number
  expires_at: Date
}

export type LoginLimitsTable = {
  subject: string
  full_until: Date
}

export type LoginSessionsTable = {
  id: string
  user_id: string
  created_at: Generated<Date>
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
  address: string | null
  user_agent: string | null
  last_used_at: Date | null
  authenticated_at: Date | null
}

export type MailBouncesTable = {
  id: string
  mail_id: string
  kind: 'PERMANENT' | 'TEMPORARY'
  source: 'ANSWER' | 'REPORT'
  status_code: string
  diagnostic: string
  recorded_at: Generated<Date>
}

export type MailsTable = {
  id: string
  company_id: string | null
  idempotency_key: string
  template: string
  recipient: string
  subject: string
  text_body: string
  html_body: string
  status: Generated<'QUEUED' | 'SENT' | 'REJECTED' | 'FAILED' | 'UNKNOWN'>
  deferrals: Generated<number>
  handover_id: string | null
  handed_over_at: Date | null
  message_id: string | null
  last_answer: string | null
  created_at: Generated<Date>
  settled_at: Date | null
  sealed_body: Buffer | null
  sealed_by: string | null
}

export type MatchBatchesTable = {
  id: string
  number: bigint
  replica: string
  company_id: string
  subject: 'TALENT' | 'JOB'
  claimed_at: Generated<Date>
  leased_until: Date
  finished_at: Date | null
  given_up_at: Date | null
  subjects: number
  matches: Generated<number>
  errors: Generated<number>
  took_ms: number | null
}

export type MatchGeneratorTable = {
  is_only: Generated<boolean>
  desired: Generated<'RUNNING' | 'STOPPED'>
  started_at: Date | null
  last_batch: Generated<bigint>
}

export type MatchQueueTable = {
  subject: 'TALENT' | 'JOB'
  company_id: string
  subject_id: string
  version: Generated<number>
  enqueued_at: Generated<Date>
  batch_id: string | null
  claimed_version: number | null
  failures: Generated<number>
}

export type MatchScoreLogTable = {
  scored_at: Generated<Date>
  company_id: string
  job_id: string
  talent_id: string
  points: number
  coverage: number
  job_hash: Buffer
  talent_hash: Buffer
  scorer_version: number
  judgement: 'NONE' | 'PENDING' | 'JUDGED'
  verdicts: ColumnType<unknown, string, string>
}

export type MatchesTable = {
  company_id: string
  job_id: string
  talent_id: string
  points: number
  coverage: number
  job_hash: Buffer
  talent_hash: Buffer
  scorer_version: number
  judgement: 'NONE' | 'PENDING' | 'JUDGED'
  verdicts: ColumnType<unknown, string | undefined, string>
  computed_at: Generated<Date>
}

export type MeetingRoomsTable = {
  name: string
  company_id: string
  owner_id: string
  created_at: Generated<Date>
  spoken_from: Date | null
}

export type MeetingsTable = {
  id: string
  company_id: string
  owner_id: string
  room: string
  started_at: Date | null
  ended_at: Date
  status: Generated<'WAITING' | 'DONE' | 'NO_TRANSCRIPT'>
  insights: ColumnType<unknown, string | undefined, string>
  lines: Generated<number>
  call_ids: Generated<string[]>
  finished_at: Date | null
  spoken_from: Date | null
  cancelled_task_id: string | null
}

export type MembershipsTable = {
  company_id: string
  user_id: string
  role: 'ADMIN' | 'MEMBER'
  created_at: Generated<Date>
}

export type ModelAliasesTable = {
  alias: string
  capability: 'chat' | 'extract' | 'embed'
  max_output_tokens: number
  is_enabled: Generated<boolean>
  updated_at: Generated<Date>
  context_tokens: number | null
}

export type ModelCatalogVersionTable = {
  is_only: Generated<boolean>
  version: bigint
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

export type ModelRoutesTable = {
  id: string
  alias: string
  position: number
  base_url: string
  provider_model: string
  credential_ref: string | null
  weight: Generated<number>
  connect_timeout_ms: Generated<number>
  first_byte_timeout_ms: Generated<number>
  idle_timeout_ms: Generated<number>
  total_timeout_ms: Generated<number>
  supports_stream_options: Generated<boolean>
  supports_json_schema: Generated<boolean>
  supports_legacy_completions: Generated<boolean>
  is_enabled: Generated<boolean>
  counts_total_tokens: Generated<boolean>
  answer_models: Generated<string[]>
  rejected_fields: Generated<string[]>
  hidden_fields: Generated<string[]>
  hidden_names: Generated<string[]>
}

export type NewestBackupTable = {
  id: Generated<boolean>
  ended_at: Date
  reported_at: Generated<Date>
}

export type OperationCountsTable = {
  slot: Date
  kind: string
  outcome: string
  duration_step: number
  times: bigint
  last_at: Date
}

export type OutgoingEventsTable = {
  id: string
  company_id: string
  type: string
  key: string | null
  data: string
  created_at: Generated<Date>
}

export type PaidGrantsTable = {
  business_key: string
  company_id: string
  purchase_id: string | null
  provider_invoice_id: string | null
  granted_micros: bigint
  revoked_micros: Generated<bigint>
  reinstatements: Generated<number>
  created_at: Generated<Date>
  held_micros: Generated<bigint>
  holds: Generated<number>
  not_taken_micros: bigint | null
}

export type ParkedCallDecisionsTable = {
  call_id: string
  company_id: string
  charged_micros: bigint
  reason: string
  decided_by: string
  decided_at: Generated<Date>
}

export type ParseResultsTable = {
  company_id: string
  cache_key: Buffer
  result: Buffer
  created_at: Generated<Date>
}

export type PasskeysTable = {
  id: string
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: bigint
  transports: string[]
  device_type: string
  is_backed_up: boolean
  name: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

export type PasswordResetsTable = {
  id: string
  user_id: string
  token_hash: Buffer
  created_at: Generated<Date>
  expires_at: Date
  ended_at: Date | null
}

export type PlansTable = {
  id: string
  name: string
  is_active: Generated<boolean>
  billing_mode: Generated<'PREPAID' | 'POSTPAID'>
  credits_micros: bigint
  trial_credits_micros: Generated<bigint>
  trial_days: Generated<number>
  price_minor: bigint
  currency: string
  billing_interval: Generated<'MONTH' | 'YEAR'>
  sort_order: Generated<number>
  provider_product_id: string | null
  provider_price_id: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  key_rpm_limit_max: number | null
  key_tpm_limit_max: number | null
  model_work_micros: bigint | null
  documents_per_day: number | null
  document_bytes_per_day: bigint | null
  provider_product_name: string | null
}

export type PostpaidTermsTable = {
  company_id: string
  plan_id: string
  days_until_due: number
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type ProviderChargesTable = {
  provider_charge_id: string
  provider_payment_intent_id: string | null
  provider_invoice_id: string | null
  provider_customer_id: string | null
  purchase_id: string | null
  amount_minor: bigint
  refunded_minor: Generated<bigint>
  has_failed_refund: Generated<boolean>
  dispute_status: string | null
  dispute_id: string | null
  disputed_minor: Generated<bigint>
  revision: Generated<bigint>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type ProviderCustomersTable = {
  provider_customer_id: string
  company_id: string
  created_at: Generated<Date>
}

export type ProviderDisputesTable = {
  provider_dispute_id: string
  provider_charge_id: string
  status: string
  amount_minor: bigint
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type ProviderEventSweepsTable = {
  is_only: Generated<boolean>
  swept_through: Date
  updated_at: Generated<Date>
}

export type ProviderEventsTable = {
  id: string
  type: string
  object_id: string | null
  customer_id: string | null
  event_created_at: Date
  api_version: string | null
  is_live: boolean
  payload: ColumnType<unknown, string, string>
  source: 'WEBHOOK' | 'SWEEP' | 'REPLAY'
  status: Generated<'RECEIVED' | 'PROCESSED' | 'PARKED' | 'QUARANTINED' | 'IGNORED'>
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  last_error: string | null
  waits_for: string | null
  received_at: Generated<Date>
  processed_at: Date | null
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

export type ReconciliationReportsTable = {
  id: string
  ended_at: Generated<Date>
  took_ms: number
  drifting: ColumnType<unknown, string, string>
  drifts: ColumnType<unknown, string, string>
  freezes: ColumnType<unknown, string, string>
  has_drift: boolean
}

export type RecoveryCodesTable = {
  user_id: string
  code_hash: Buffer
  used_at: Date | null
  created_at: Generated<Date>
}

export type RefreshTokensTable = {
  token_hash: Buffer
  session_id: string
  issued_at: Generated<Date>
  expires_at: Date
  used_at: Date | null
  successor_hash: Buffer | null
  successor_salt: Buffer | null
  used_from: Buffer | null
  replaced_at: Date | null
}

export type RoomEventsTable = {
  id: string
  event: 'room_created' | 'room_destroyed'
  room: string
  occurred_at: Date
  caller: string
  received_at: Generated<Date>
}

export type SchemaMigrationsTable = {
  version: number
  file: string
  checksum: string
  applied_at: Generated<Date>
}

export type SsoAttemptsTable = {
  state_hash: Buffer
  browser_hash: Buffer
  company_id: string
  issuer: string
  client_id: string
  return_path: string
  expires_at: Date
}

export type SsoConnectionsTable = {
  company_id: string
  issuer: string
  client_id: string
  client_secret: Buffer
  secret_id: string
  is_enforced: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type SsoDomainsTable = {
  company_id: string
  domain: string
  claimed_at: Generated<Date>
  confirmed_at: Date | null
}

export type SsoIdentitiesTable = {
  company_id: string
  issuer: string
  subject: string
  user_id: string
  created_at: Generated<Date>
  last_used_at: Generated<Date>
}

export type StoredAnswerTotalsTable = {
  company_id: string
  bytes: bigint
}

export type StoredAnswersTable = {
  key_id: string
  idempotency_key: string
  body_hash: Buffer
  call_id: string
  claimed_until: Date
  content_type: string | null
  answer: Buffer | null
  created_at: Generated<Date>
  company_id: string | null
  not_kept: string | null
  replayed_at: Date | null
}

export type SubscriptionsTable = {
  id: string
  company_id: string
  plan_id: string | null
  status: 'INCOMPLETE' | 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'UNPAID' | 'PAUSED' | 'CANCELED'
  is_active: boolean
  end_date: Date | null
  provider_subscription_id: string
  provider_customer_id: string | null
  provider_price_id: string | null
  current_period_start: Date | null
  current_period_end: Date | null
  trial_end: Date | null
  cancel_at: Date | null
  cancel_at_period_end: Generated<boolean>
  pause_behavior: string | null
  event_created_at: Date
  event_rank: number
  needs_refetch: Generated<boolean>
  revision: Generated<bigint>
  last_seen_at: Generated<Date>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  provider_created_at: Date | null
}

export type TalentFactsTable = {
  company_id: string
  talent_id: string
  facts: ColumnType<unknown, string, string>
  facts_hash: Buffer
  updated_at: Generated<Date>
}

export type TalentIndexTable = {
  company_id: string
  talent_id: string
  facts_hash: Buffer
  keys: string[]
  impacts: number[]
}

export type TalentPostingsTable = {
  company_id: string
  key: string
  impact: number
  talent_id: string
}

export type TalentsTable = {
  company_id: string
  id: string
  name: string | null
  status: Generated<'ACTIVE' | 'WITHDRAWN'>
  source_text: Generated<string>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  profile: ColumnType<unknown, string | null | undefined, string | null>
  corrections: ColumnType<unknown, string | undefined, string>
}

export type TaskStepsTable = {
  task_id: string
  step: string
  result: ColumnType<unknown, string, string>
  stored_at: Generated<Date>
}

export type TaxonomyConceptsTable = {
  kind: string
  scheme: string
  id: string
  label: string | null
  isco_group: string | null
}

export type TaxonomyImportsTable = {
  source: string
  import_id: Generated<bigint>
  imported_at: Generated<Date>
}

export type TaxonomyNamesTable = {
  kind: string
  folded: string
  scheme: string
  concept_id: string
  source: string
  name: string
  is_preferred: boolean
  import_id: bigint
}

export type TermCountSampleTable = {
  is_only: Generated<boolean>
  talents: Generated<number>
  counted_at: Generated<Date>
}

export type TermCountsTable = {
  term: string
  talents: number
}

export type TopUpSettingsTable = {
  company_id: string
  threshold_micros: bigint
  pack_id: string
  monthly_max_minor: bigint
  stopped_at: Date | null
  stopped_reason: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type TopUpsTable = {
  id: string
  company_id: string
  status: Generated<string>
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  key_number: Generated<number>
  failure: string | null
  created_at: Generated<Date>
  ended_at: Date | null
}

export type TotpFactorsTable = {
  user_id: string
  sealed_secret: Buffer
  secret_id: string
  confirmed_at: Date | null
  last_step: bigint | null
  created_at: Generated<Date>
}

export type TranscriptLinesTable = {
  id: GeneratedAlways<bigint>
  room: string
  spoken_at: Date
  speaker: string
  text: string
}

export type UndeliveredCallsTable = {
  process_id: string
  lane: number
  version: bigint
  call_ids: string[]
  written_at: Generated<Date>
}

export type UploadDaysTable = {
  company_id: string
  day: string
  documents: number
  bytes: bigint
}

export type UsageBillsTable = {
  id: string
  company_id: string
  plan_id: string
  period_end: string
  billed_micros: bigint
  amount_minor: bigint
  currency: string
  days_until_due: number
  provider_invoice_id: string | null
  next_attempt_at: Generated<Date>
  attempts: Generated<number>
  created_at: Generated<Date>
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
  device_generation: Generated<number>
}

export type WebauthnChallengesTable = {
  challenge_hash: Buffer
  purpose: string
  user_id: string | null
  session_id: string | null
  login_hash: Buffer | null
  expires_at: Date
}

export type Tables = {
  alert_evaluation: AlertEvaluationTable
  alert_rules: AlertRulesTable
  alerts: AlertsTable
  api_keys: ApiKeysTable
  archived_call_days: ArchivedCallDaysTable
  archived_call_objects: ArchivedCallObjectsTable
  archived_call_partitions: ArchivedCallPartitionsTable
  archived_refunded_calls: ArchivedRefundedCallsTable
  audit_log: AuditLogTable
  billing_notices: BillingNoticesTable
  budgets: BudgetsTable
  calls: CallsTable
  companies: CompaniesTable
  company_allowances: CompanyAllowancesTable
  company_notices: CompanyNoticesTable
  credit_accounts: CreditAccountsTable
  credit_holds: CreditHoldsTable
  credit_lots: CreditLotsTable
  credit_pack_purchases: CreditPackPurchasesTable
  credit_packs: CreditPacksTable
  credit_transfers: CreditTransfersTable
  delivered_calls: DeliveredCallsTable
  document_texts: DocumentTextsTable
  documents: DocumentsTable
  email_changes: EmailChangesTable
  event_attempts: EventAttemptsTable
  event_deliveries: EventDeliveriesTable
  event_endpoints: EventEndpointsTable
  excess_grants: ExcessGrantsTable
  hold_table_use: HoldTableUseTable
  invitations: InvitationsTable
  invoices: InvoicesTable
  job_facts: JobFactsTable
  job_index: JobIndexTable
  job_postings: JobPostingsTable
  jobs: JobsTable
  judge_queue: JudgeQueueTable
  judge_verdicts: JudgeVerdictsTable
  key_change_cut: KeyChangeCutTable
  key_changes: KeyChangesTable
  login_challenges: LoginChallengesTable
  login_limits: LoginLimitsTable
  login_sessions: LoginSessionsTable
  mail_bounces: MailBouncesTable
  mails: MailsTable
  match_batches: MatchBatchesTable
  match_generator: MatchGeneratorTable
  match_queue: MatchQueueTable
  match_score_log: MatchScoreLogTable
  matches: MatchesTable
  meeting_rooms: MeetingRoomsTable
  meetings: MeetingsTable
  memberships: MembershipsTable
  model_aliases: ModelAliasesTable
  model_catalog_version: ModelCatalogVersionTable
  model_prices: ModelPricesTable
  model_routes: ModelRoutesTable
  newest_backup: NewestBackupTable
  operation_counts: OperationCountsTable
  outgoing_events: OutgoingEventsTable
  paid_grants: PaidGrantsTable
  parked_call_decisions: ParkedCallDecisionsTable
  parse_results: ParseResultsTable
  passkeys: PasskeysTable
  password_resets: PasswordResetsTable
  plans: PlansTable
  postpaid_terms: PostpaidTermsTable
  provider_charges: ProviderChargesTable
  provider_customers: ProviderCustomersTable
  provider_disputes: ProviderDisputesTable
  provider_event_sweeps: ProviderEventSweepsTable
  provider_events: ProviderEventsTable
  reconciled_days: ReconciledDaysTable
  reconciliation_progress: ReconciliationProgressTable
  reconciliation_reports: ReconciliationReportsTable
  recovery_codes: RecoveryCodesTable
  refresh_tokens: RefreshTokensTable
  room_events: RoomEventsTable
  schema_migrations: SchemaMigrationsTable
  sso_attempts: SsoAttemptsTable
  sso_connections: SsoConnectionsTable
  sso_domains: SsoDomainsTable
  sso_identities: SsoIdentitiesTable
  stored_answer_totals: StoredAnswerTotalsTable
  stored_answers: StoredAnswersTable
  subscriptions: SubscriptionsTable
  talent_facts: TalentFactsTable
  talent_index: TalentIndexTable
  talent_postings: TalentPostingsTable
  talents: TalentsTable
  task_steps: TaskStepsTable
  taxonomy_concepts: TaxonomyConceptsTable
  taxonomy_imports: TaxonomyImportsTable
  taxonomy_names: TaxonomyNamesTable
  term_count_sample: TermCountSampleTable
  term_counts: TermCountsTable
  top_up_settings: TopUpSettingsTable
  top_ups: TopUpsTable
  totp_factors: TotpFactorsTable
  transcript_lines: TranscriptLinesTable
  undelivered_calls: UndeliveredCallsTable
  upload_days: UploadDaysTable
  usage_bills: UsageBillsTable
  usage_rollups: UsageRollupsTable
  users: UsersTable
  webauthn_challenges: WebauthnChallengesTable
}
