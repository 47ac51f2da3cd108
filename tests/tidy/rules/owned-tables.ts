// One writer per table: whoever wants a row changed asks its owner, so an invariant has one place to live.
export type Owners = Readonly<Record<string, string>>

/** Table → the package that writes it. */
export const ownedTables: Owners = {
  api_keys: 'domain/keys',
  audit_log: 'domain/audit',
  calls: 'domain/credits',
  companies: 'domain/companies',
  credit_accounts: 'domain/credits',
  credit_holds: 'domain/limits',
  credit_lots: 'domain/credits',
  credit_transfers: 'domain/credits',
  login_limits: 'domain/identity',
  login_sessions: 'domain/identity',
  memberships: 'domain/identity',
  model_aliases: 'domain/models',
  model_catalog_version: 'domain/models',
  model_prices: 'domain/models',
  model_routes: 'domain/models',
  reconciled_days: 'domain/credits',
  reconciliation_progress: 'domain/credits',
  refresh_tokens: 'domain/identity',
  schema_migrations: 'foundation/postgres',
  stored_answers: 'domain/credits',
  task_steps: 'foundation/tasks',
  // The schema of the task engine, all of whose tables have this one owner.
  tasks: 'foundation/tasks',
  usage_rollups: 'domain/credits',
  users: 'domain/identity',
}

/** No table of a migration of ours: what the runner needs first, and the engine's schema, which reads like a table. */
export const tablesWithoutMigration: readonly string[] = ['schema_migrations', 'tasks']
