// Daily upload counters of a company, by the database's clock, which all processes share.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { UploadQuota, UploadsOfDay } from '../upload-quota.ts'

const today = `(now() at time zone 'UTC')::date`
const renewal = `(${today} + 1)::timestamp at time zone 'UTC'`

/** Counts an upload. Returns false, and counts nothing, if it would exceed the quota. */
export async function countUpload(
  tx: Queryable,
  { companyId, sizeBytes }: { companyId: string; sizeBytes: number },
  { documentsPerDay, documentBytesPerDay }: UploadQuota,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into upload_days as d (company_id, day, documents, bytes)
     select $1, ${today}, 1, $2::bigint where $3::bigint >= 1 and $4::bigint >= $2
     on conflict (company_id, day) do update
        set documents = d.documents + 1, bytes = d.bytes + excluded.bytes
      where d.documents < $3 and d.bytes + excluded.bytes <= $4`,
    [companyId, sizeBytes, documentsPerDay, documentBytesPerDay],
  )
  return rowCount === 1
}

export async function readUploadsOfDay(postgres: Queryable, companyId: string): Promise<UploadsOfDay> {
  const { rows } = await postgres.query<{
    documents: number | null
    bytes: bigint | null
    renews_at: Date
    renews_in_ms: number
  }>(
    `select d.documents, d.bytes, ${renewal} as renews_at,
            (extract(epoch from ${renewal} - now()) * 1000)::float8 as renews_in_ms
       from (select) as always left join upload_days d on d.company_id = $1 and d.day = ${today}`,
    [companyId],
  )
  const [row] = rows
  if (!row) throw new Error('a left join from one row must return a row')
  return {
    documents: row.documents ?? 0,
    bytes: Number(row.bytes ?? 0n),
    renewsAt: row.renews_at,
    renewsInMs: row.renews_in_ms,
  }
}
