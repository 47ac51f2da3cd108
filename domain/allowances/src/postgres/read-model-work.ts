// A company's model work this month: the sum of the platform's calls made on its behalf, read from the ledger, so that
// no second count can differ from it.
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { readConcernedSpent } from '@gatehouse/credits/read-concerned-usage'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { type Allowance, type ModelWork, monthOf } from '../allowance.ts'
import { readAllowance } from './read-allowance.ts'

export type ModelWorkDeps = { postgres: Queryable; clock: Pick<Clock, 'wallMs'>; defaults: Allowance }

export async function readModelWork(
  { postgres, clock, defaults }: ModelWorkDeps,
  companyId: string,
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

export async function readWait(postgres: Queryable, companyId: string): Promise<Date | null> {
  const { rows } = await postgres.query<{ until: Date | null }>({
    name: 'read-model-work-wait',
    text: 'select model_work_waits_until as until from company_allowances where company_id = $1',
    values: [companyId],
  })
  return rows[0]?.until ?? null
}

/** Until then, no process sums the company's model work again. */
export async function writeWait(tx: Queryable, companyId: string, until: Date): Promise<void> {
  await tx.query(
    `insert into company_allowances (company_id, model_work_waits_until) values ($1, $2)
     on conflict (company_id) do update set model_work_waits_until = excluded.model_work_waits_until`,
    [companyId, until],
  )
}
