import { open } from 'node:fs/promises'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { rowHash, rowText } from '../call-columns.ts'
import type { DaySums } from '../day-sums.ts'

/** A range of ids in a partition. */
export type IdRange = { afterId: string; throughId: string }

const pageRows = 20_000

/**
 * Writes the calls after an id, at most `rowsMax`, as CSV in the order of their ids. Resolves to the last id, or undefined
 * if there are no more calls.
 */
export async function exportCalls(
  postgres: Queryable,
  partition: string,
  { afterId, rowsMax, csvPath }: { afterId: string; rowsMax: number; csvPath: string },
): Promise<string | undefined> {
  await using file = await open(csvPath, 'w', 0o600)
  let throughId: string | undefined
  for (let rowsLeft = rowsMax; rowsLeft > 0;) {
    const { rows } = await postgres.query<{ id: string; line: string }>(
      `select id, ${rowText('postgres')} as line from ${partition} where id > $1 order by id limit $2`,
      [throughId ?? afterId, Math.min(pageRows, rowsLeft)],
    )
    const last = rows.at(-1)
    if (!last) break
    await file.appendFile(rows.map(({ line }) => `${line}\n`).join(''))
    throughId = last.id
    rowsLeft -= rows.length
  }
  return throughId
}

type SumsRow = { company_id: string; day: string; calls: bigint; charged: string; hashes?: string }

const countAndCharge = `company_id, (created_at at time zone 'UTC')::date::text as day, count(*) as calls,
  sum(charged_micros)::text as charged`

/** The sums of a range, with the hashes of its rows. */
export async function readRangeSums(
  postgres: Queryable,
  partition: string,
  { afterId, throughId }: IdRange,
): Promise<DaySums[]> {
  const { rows } = await postgres.query<SumsRow>(
    `select ${countAndCharge}, sum(${rowHash('postgres')})::text as hashes
       from ${partition} where id > $1 and id <= $2 group by 1, 2`,
    [afterId, throughId],
  )
  return rows.map(toSums)
}

/** The counts and charges of the whole partition. */
export async function readPartitionSums(postgres: Queryable, partition: string): Promise<DaySums[]> {
  const { rows } = await postgres.query<SumsRow>(`select ${countAndCharge} from ${partition} group by 1, 2`)
  return rows.map(toSums)
}

function toSums({ company_id, day, calls, charged, hashes }: SumsRow): DaySums {
  return {
    companyId: company_id,
    day,
    calls,
    chargedMicros: BigInt(charged),
    ...(hashes !== undefined && { hashes: BigInt(hashes) }),
  }
}
