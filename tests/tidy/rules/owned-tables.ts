// One writer per table: whoever wants a row changed asks its owner, so an invariant has one place to live.
export type Owners = Readonly<Record<string, string>>

/** Table → the package that writes it. */
export const ownedTables: Owners = {
  api_keys: 'domain/keys',
  audit_log: 'domain/audit',
  billing_notices: 'domain/billing',
  calls: 'domain/credits',
  companies: 'domain/companies',
  credit_accounts: 'domain/credits',
  credit_holds: 'domain/limits',
  credit_lots: 'domain/credits',
  credit_pack_purchases: 'domain/billing',
  credit_packs: 'domain/billing',
  credit_transfers: 'domain/credits',
  login_limits: 'domain/identity',
  login_sessions: 'domain/identity',
  memberships: 'domain/identity',
  invoices: 'domain/billing',
  model_aliases: 'domain/models',
  model_catalog_version: 'domain/models',
  model_prices: 'domain/models',
  model_routes: 'domain/models',
  paid_grants: 'domain/billing',
  plans: 'domain/billing',
  provider_charges: 'domain/billing',
  provider_customers: 'domain/billing',
  provider_event_sweeps: 'domain/billing',
  provider_events: 'domain/billing',
  reconciled_days: 'domain/credits',
  reconciliation_progress: 'domain/credits',
  refresh_tokens: 'domain/identity',
  schema_migrations: 'foundation/postgres',
  stored_answers: 'domain/credits',
  task_steps: 'foundation/tasks',
  // The schema of the task engine, all of whose tables have this one owner.
  tasks: 'foundation/tasks',
  subscriptions: 'domain/billing',
  usage_rollups: 'domain/credits',
  users: 'domain/identity',
}

/** No table of a migration of ours: what the runner needs first, and the engine's schema, which reads like a table. */
export const tablesWithoutMigration: readonly string[] = ['schema_migrations', 'tasks']
