import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import type { Company } from '../company.ts'

export const companyColumns = [
  'id',
  'name',
  'billing_mode',
  'created_at',
  'suspended_at',
  'suspension_reason',
] as const satisfies readonly (keyof Tables['companies'])[]

type CompanyRow = Pick<Selectable<Tables['companies']>, (typeof companyColumns)[number]>

export function fromRow(row: CompanyRow): Company {
  const { suspended_at: since, suspension_reason: reason } = row
  return {
    id: row.id,
    name: row.name,
    billingMode: row.billing_mode,
    createdAt: row.created_at,
    suspension: since && { since, reason: reason ?? '' },
  }
}
