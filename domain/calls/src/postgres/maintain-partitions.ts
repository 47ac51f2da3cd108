// Makes the partitions of the coming weeks and takes old ones out of the table, without touching a row. A detached
// partition stays as a table of its own until somebody has archived and dropped it.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { planPartitions } from '../partition-weeks.ts'

export type MaintenanceOutcome = { created: string[]; detached: string[]; strayRows: bigint }

export type MaintenanceOptions = { weeksAhead?: number; weeksKept?: number }

export async function maintainPartitions(
  deps: { postgres: Postgres; clock: Clock },
  { weeksAhead = 8, weeksKept = 53 }: MaintenanceOptions = {},
): Promise<MaintenanceOutcome> {
  const plan = planPartitions(deps.clock.wallMs(), { weeksAhead, weeksKept })
  const created: string[] = []
  for (const monday of plan.create) {
    if (await createPartition(deps.postgres, monday)) created.push(monday)
  }
  const detached: string[] = []
  for (const name of await partitionsBefore(deps.postgres, plan.detachBefore)) {
    await detachPartition(deps.postgres, name)
    detached.push(name)
  }
  const { rows } = await deps.postgres.query<{ count: bigint }>('select count(*) as count from calls_default')
  return { created, detached, strayRows: rows[0]?.count ?? 0n }
}

async function createPartition(postgres: Postgres, monday: string): Promise<boolean> {
  const { rows } = await postgres.query<{ is_new: boolean }>('select create_call_partition($1) as is_new', [
    monday,
  ])
  return rows[0]?.is_new ?? false
}

/**
 * Settlements wait while the catalogue changes, so it gives up rather than queue behind a long transaction with all of
 * them behind it; the next run tries again. (Postgres offers no concurrent way where there is a default partition.)
 */
async function detachPartition(postgres: Postgres, name: string): Promise<void> {
  await postgres.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '200ms'`)
    await tx.query(`alter table calls detach partition ${name}`)
  })
}

/** Names come from the catalogue and have one shape, so they can stand in a statement. */
async function partitionsBefore(postgres: Postgres, monday: string): Promise<string[]> {
  const { rows } = await postgres.query<{ name: string }>(
    `select c.relname as name
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'calls'::regclass and c.relname ~ '^calls_[0-9]{4}w[0-9]{2}$'
        and to_date(substring(c.relname from 7), 'IYYY"w"IW') < $1::date
      order by 1`,
    [monday],
  )
  return rows.map(({ name }) => name)
}
