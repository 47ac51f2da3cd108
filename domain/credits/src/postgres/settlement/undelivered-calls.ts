// The rows of `undelivered_calls`, which name the calls that were charged and not yet delivered, and of `delivered_calls`,
// which name those among them that were delivered after all.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { LaneMarks, LateDeliveries } from '../../settlement/delivery-marks.ts'
import type { FoundMarks } from '../../settlement/undelivered-reaper.ts'

/** The statement uses four parameters, numbered from `first`, and writes nothing if the first of them is null. */
export function markStatement(first: number): string {
  const [process, lane, version, ids] = [first, first + 1, first + 2, first + 3]
  return `
      insert into undelivered_calls as m (process_id, lane, version, call_ids)
      select $${process}::uuid, $${lane}::smallint, $${version}::bigint, $${ids}::uuid[] where $${process}::uuid is not null
      on conflict (process_id, lane) do update
         set version = excluded.version, call_ids = excluded.call_ids, written_at = now()
       where m.version < excluded.version`
}

export function markValues({
  processId,
  lane,
  version,
  callIds,
}: LaneMarks): (string | number | bigint | null)[] {
  if (!callIds) return [null, null, null, null]
  return [processId, lane, version, `{${callIds.join(',')}}`]
}

export async function writeMarks(postgres: Queryable, marks: LaneMarks): Promise<void> {
  await postgres.query({ name: 'mark-delivered', text: markStatement(1), values: markValues(marks) })
}

export async function writeDeliveries(
  postgres: Queryable,
  { processId, version, callIds }: LateDeliveries,
): Promise<void> {
  await postgres.query({
    name: 'record-deliveries',
    text: `
      insert into delivered_calls as d (process_id, version, call_ids) values ($1, $2, $3)
      on conflict (process_id) do update
         set version = excluded.version, call_ids = excluded.call_ids, written_at = now()
       where d.version < excluded.version`,
    values: [processId, version, `{${callIds.join(',')}}`],
  })
}

/**
 * Marks a call as delivered because a retry is about to get its stored answer. If the charge is being returned
 * concurrently, waits for that, which deletes the answer.
 */
export async function markReplayed(
  postgres: Queryable,
  { keyId, idempotencyKey, bodyHash }: { keyId: string; idempotencyKey: string; bodyHash: Buffer },
): Promise<void> {
  await postgres.query(
    `update undelivered_calls m set call_ids = array_remove(m.call_ids, s.call_id)
       from stored_answers s
      where s.key_id = $1 and s.idempotency_key = $2 and s.body_hash = $3 and s.answer is not null
        and s.call_id = any (m.call_ids)`,
    [keyId, idempotencyKey, bodyHash],
  )
}

/** Finds rows that a live process would have written again long ago. Deletes old rows that name no call. */
export async function findStaleMarks(postgres: Queryable, staleMs: number): Promise<FoundMarks[]> {
  await postgres.query(
    `delete from undelivered_calls where call_ids = '{}' and written_at < now() - interval '1 day'`,
  )
  await postgres.query(
    `delete from delivered_calls d
      where written_at < now() - interval '1 day'
        and not exists (select from undelivered_calls u where u.process_id = d.process_id)`,
  )
  const { rows } = await postgres.query<FoundMarks>(
    `select process_id as "processId", lane, version, pg_postmaster_start_time()::text as "serverStart"
       from undelivered_calls
      where call_ids <> '{}' and written_at < now() - make_interval(secs => $1 / 1000.0)`,
    [staleMs],
  )
  return rows
}
