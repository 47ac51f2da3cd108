import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { ChargedCall } from '../give-back.ts'

type ChargeRow = { id: string; company_id: string; charged_micros: bigint }

/** Reads the charges of these calls; calls without a charge are left out. */
export async function readCharges(postgres: Queryable, callIds: readonly string[]): Promise<ChargedCall[]> {
  const { rows } = await postgres.query<ChargeRow>(
    'select id, company_id, charged_micros from calls where id = any ($1::uuid[]) and charged_micros > 0',
    [callIds],
  )
  return rows.map(({ id, company_id, charged_micros }) => ({
    id,
    companyId: company_id,
    chargedMicros: charged_micros,
  }))
}
