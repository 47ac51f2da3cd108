// One writer per table: whoever wants a row changed asks its owner, so an invariant has one place to live.
export type Owners = Readonly<Record<string, string>>

/** Table → the package that writes it. */
export const ownedTables: Owners = {
  audit_log: 'domain/audit',
  companies: 'domain/companies',
  memberships: 'domain/companies',
  schema_migrations: 'foundation/postgres',
  users: 'domain/companies',
}

/** Tables that no migration makes, because the migration runner needs them first. */
export const tablesWithoutMigration: readonly string[] = ['schema_migrations']
