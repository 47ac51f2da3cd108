import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Allowance } from '../allowance.ts'

type Row = {
  model_work_micros: bigint | null
  documents_per_day: number | null
  document_bytes_per_day: bigint | null
}

/** For each of the three values separately: the company's own grant, otherwise its plan's, otherwise the default. */
export async function readAllowance(
  postgres: Queryable,
  companyId: string,
  defaults: Allowance,
): Promise<Allowance> {
  const { rows } = await postgres.query<Row>({
    name: 'read-allowance',
    text: `select coalesce(a.model_work_micros, p.model_work_micros) as model_work_micros,
                  coalesce(a.documents_per_day, p.documents_per_day) as documents_per_day,
                  coalesce(a.document_bytes_per_day, p.document_bytes_per_day) as document_bytes_per_day
             from plan_allowance($1) p left join company_allowances a on a.company_id = $1`,
    values: [companyId],
  })
  const [row] = rows
  return {
    modelWorkMicros: row?.model_work_micros ?? defaults.modelWorkMicros,
    documentsPerDay: row?.documents_per_day ?? defaults.documentsPerDay,
    documentBytesPerDay:
      row?.document_bytes_per_day == null ? defaults.documentBytesPerDay : Number(row.document_bytes_per_day),
  }
}
