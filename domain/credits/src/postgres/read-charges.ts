import { type AnyTransaction, runStatement } from '@gatehouse/postgres/run-statement'
import type { ChargedCall } from '../give-back.ts'

type ChargeRow = { id: string; company_id: string; charged_micros: bigint }

/** Reads the charges of these calls; calls without a charge are left out. */
export async function readCharges(
  postgres: AnyTransaction,
  callIds: readonly string[],
): Promise<ChargedCall[]> {
  const rows = (await runStatement(
    postgres,
    'select id, company_id, charged_micros from calls where id = any ($1::uuid[]) and charged_micros > 0',
    [callIds],
  )) as ChargeRow[]
  return rows.map(({ id, company_id, charged_micros }) => ({
    id,
    companyId: company_id,
    chargedMicros: charged_micros,
  }))
}
