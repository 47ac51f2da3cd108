import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { DayCorrection } from './charged-sums.ts'

/**
 * Corrects sums that were added up earlier; they are derived data, not the ledger. A no-op if they changed since they
 * were read; the next run finds the difference again.
 */
export async function correctDays(
  postgres: Postgres,
  since: string,
  corrections: readonly DayCorrection[],
): Promise<void> {
  if (corrections.length === 0) return
  await postgres.transaction(async (tx) => {
    const { rows } = await tx.query<{ calls_through: string }>(
      'select calls_through::text from reconciliation_progress for update',
    )
    if (rows[0]?.calls_through !== since) return
    await tx.query(
      `insert into reconciled_days as d (company_id, day, calls_micros)
       select * from unnest($1::uuid[], $2::date[], $3::bigint[])
       on conflict (company_id, day) do update set calls_micros = excluded.calls_micros, checked_at = now()`,
      [
        corrections.map(({ companyId }) => companyId),
        corrections.map(({ day }) => day),
        corrections.map(({ callsMicros }) => callsMicros),
      ],
    )
  })
}
