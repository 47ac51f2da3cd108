// A company's allowance, and how much of its model work it has used this month.
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { readConcernedSpent } from '@gatehouse/credits/read-concerned-usage'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { type Allowance, type ModelWork, monthOf } from './allowance.ts'

type Row = {
  model_work_micros: bigint | null
  documents_per_day: number | null
  document_bytes_per_day: bigint | null
}

/**
 * Chooses each of the three values separately: the company's own grant, otherwise its plan's value, otherwise the
 * default.
 */
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

export type ModelWorkDeps = { clock: Pick<Clock, 'wallMs'>; defaults: Allowance }

/**
 * Model work this month: the sum of the platform's calls made on behalf of the company, read from the ledger, so that no
 * second count can differ from it.
 */
export async function readModelWork(
  postgres: Queryable,
  companyId: string,
  { clock, defaults }: ModelWorkDeps,
): Promise<ModelWork> {
  const { beganAt, renewsAt } = monthOf(clock.wallMs())
  const { modelWorkMicros } = await readAllowance(postgres, companyId, defaults)
  const spentMicros = await readConcernedSpent(postgres, {
    payerId: platformCompanyId,
    companyId,
    since: beganAt,
  })
  const waitsUntil = await readWait(postgres, companyId)
  return { allowanceMicros: modelWorkMicros, spentMicros, renewsAt, waitsUntil }
}

async function readWait(postgres: Queryable, companyId: string): Promise<Date | null> {
  const { rows } = await postgres.query<{ until: Date | null }>({
    name: 'read-model-work-wait',
    text: 'select model_work_waits_until as until from company_allowances where company_id = $1',
    values: [companyId],
  })
  return rows[0]?.until ?? null
}

/** Pauses the company's model work: until then, every process rejects its calls. */
export async function writeWait(tx: Queryable, companyId: string, until: Date): Promise<void> {
  await tx.query(
    `insert into company_allowances (company_id, model_work_waits_until) values ($1, $2)
     on conflict (company_id) do update set model_work_waits_until = excluded.model_work_waits_until`,
    [companyId, until],
  )
}
