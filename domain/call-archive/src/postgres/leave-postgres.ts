// The two steps by which the calls of an archived partition leave Postgres: the partition is detached, and its table is
// dropped. Both are one transaction each, with the record of the step.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { findDifference } from '../day-sums.ts'
import { readArchivedSums } from './archive-records.ts'
import { readPartitionSums } from './export-calls.ts'

export type LeaveDeps = { postgres: Postgres; clock: Clock }

const detachAttempts = 120
const detachEveryMs = 500

/**
 * Detaches the partition if all of its calls are in the archive, counted while no call can be added to it. Otherwise
 * resolves to the difference, and nothing has changed. Receipts are answered from the archive from then on.
 */
export async function detachArchived(
  { postgres, clock }: LeaveDeps,
  { name, isAttached }: { name: string; isAttached: boolean },
): Promise<string | undefined> {
  return postgres.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '10s'`)
    // Keeps calls from being added to this partition alone; settlements add theirs to the present one.
    await tx.query(`lock table ${name} in share mode`)
    const difference = findDifference(await readPartitionSums(tx, name), await readArchivedSums(tx, name))
    if (difference !== undefined) return difference
    await tx.query(
      `insert into archived_refunded_calls (id, company_id, key_id, alias, operation, concerned_company_id, created_at)
       select c.id, c.company_id, c.key_id, c.alias, c.operation, c.concerned_company_id, c.created_at
         from credit_transfers t join ${name} c on c.id = substr(t.business_key, 10)::uuid
        where t.business_key like 'giveback:%'
       on conflict (id) do nothing`,
    )
    if (isAttached) await detach(tx, clock, name)
    await tx.query(
      'update archived_call_partitions set detached_at = now() where name = $1 and detached_at is null',
      [name],
    )
    return undefined
  })
}

/**
 * Detaching blocks settlements, so each attempt gives up after 200 ms instead of waiting for a long transaction while
 * settlements queue up.
 */
async function detach(tx: Queryable, clock: Clock, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await tx.query('savepoint before_detach')
    try {
      await tx.query(`set local lock_timeout = '200ms'`)
      await tx.query(`alter table calls detach partition ${name}`)
      return
    } catch (thrown) {
      if (!(thrown instanceof Fault) || thrown.code !== 'postgres.busy' || attempt === detachAttempts)
        throw thrown
      await tx.query('rollback to savepoint before_detach')
      await sleep(clock, detachEveryMs)
    }
  }
}

/** Drops the table of a partition that is recorded as detached. Its objects must have been read again before. */
export async function dropDetached(postgres: Postgres, name: string): Promise<void> {
  await postgres.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      'update archived_call_partitions set dropped_at = now() where name = $1 and detached_at is not null and dropped_at is null',
      [name],
    )
    if (rowCount !== 1) return
    await tx.query(`drop table ${name}`)
  })
}
