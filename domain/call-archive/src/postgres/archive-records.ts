// What is recorded about the archive: the partitions, their objects, and the sums that were read back from the objects.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import { type DaySums, addUp } from '../day-sums.ts'
import type { IdRange } from './export-calls.ts'

export type ArchivedObject = IdRange & { number: number; key: string; sha256: string; bytes: number }

export async function beginRecord(
  postgres: Queryable,
  { name, firstDay, endDay }: { name: string; firstDay: string; endDay: string },
): Promise<void> {
  await postgres.query(
    `insert into archived_call_partitions (name, first_day, end_day, table_bytes)
     values ($1, $2, $3, pg_total_relation_size($1::text::regclass)) on conflict (name) do nothing`,
    [name, firstDay, endDay],
  )
}

export async function listObjects(postgres: Queryable, partition: string): Promise<ArchivedObject[]> {
  const { rows } = await postgres.query<ArchivedObject>(
    `select number, object_key as key, sha256, bytes::double precision as bytes, after_id as "afterId", through_id as "throughId"
       from archived_call_objects where partition_name = $1 order by number`,
    [partition],
  )
  return rows
}

/**
 * Records an object that was compared with Postgres, and adds its sums. Fails if another run has recorded an object with
 * the same number.
 */
export async function recordObject(
  postgres: Postgres,
  partition: string,
  { object, sums }: { object: ArchivedObject; sums: readonly DaySums[] },
): Promise<void> {
  const { calls, chargedMicros } = addUp(sums)
  await postgres.transaction(async (tx) => {
    await tx.query(
      `insert into archived_call_objects (partition_name, number, object_key, sha256, bytes, after_id, through_id, calls, charged_micros)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        partition,
        object.number,
        object.key,
        object.sha256,
        object.bytes,
        object.afterId,
        object.throughId,
        calls,
        chargedMicros,
      ],
    )
    await tx.query(
      `insert into archived_call_days as d (company_id, day, partition_name, calls, charged_micros)
       select company_id, day, $1, calls, charged
         from unnest($2::uuid[], $3::date[], $4::bigint[], $5::bigint[]) as s (company_id, day, calls, charged)
       on conflict (company_id, day, partition_name) do update
          set calls = d.calls + excluded.calls, charged_micros = d.charged_micros + excluded.charged_micros`,
      [
        partition,
        sums.map(({ companyId }) => companyId),
        sums.map(({ day }) => day),
        sums.map((sum) => sum.calls),
        sums.map((sum) => sum.chargedMicros),
      ],
    )
    await tx.query(
      `update archived_call_partitions set calls = calls + $2, charged_micros = charged_micros + $3, bytes = bytes + $4
        where name = $1`,
      [partition, calls, chargedMicros, object.bytes],
    )
  })
}

/** The sums of all objects of the partition. */
export async function readArchivedSums(postgres: Queryable, partition: string): Promise<DaySums[]> {
  const { rows } = await postgres.query<{ company_id: string; day: string; calls: bigint; charged: bigint }>(
    `select company_id, day::text as day, calls, charged_micros as charged
       from archived_call_days where partition_name = $1`,
    [partition],
  )
  return rows.map(({ company_id, day, calls, charged }) => ({
    companyId: company_id,
    day,
    calls,
    chargedMicros: charged,
  }))
}

/** Removes the record of a partition that is still attached, with its objects and sums. */
export async function forgetRecord(postgres: Queryable, partition: string): Promise<void> {
  await postgres.query('delete from archived_call_partitions where name = $1 and detached_at is null', [
    partition,
  ])
}
