// Generated from the migrations by `pnpm schema`; do not edit.
import type { ColumnType, Generated } from 'kysely'

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

export type CompaniesTable = {
  id: string
  name: string
  billing_mode: Generated<'PREPAID' | 'POSTPAID'>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type MembershipsTable = {
  company_id: string
  user_id: string
  role: 'ADMIN' | 'MEMBER'
  created_at: Generated<Date>
}

export type SchemaMigrationsTable = {
  version: number
  file: string
  checksum: string
  applied_at: Generated<Date>
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
  companies: CompaniesTable
  memberships: MembershipsTable
  schema_migrations: SchemaMigrationsTable
  users: UsersTable
}
