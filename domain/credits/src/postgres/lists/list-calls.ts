// Pages of a company's calls. The only index of a company's calls is by id, so a filter that matches few calls reads many
// rows. The search therefore reads chunk by chunk and stops after a number of rows or a time, and returns its position,
// from which the caller can continue. An index for each filter would cost every settlement a write.
import type { CallOperation } from '@gatehouse/calls/call'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { CallStatus } from '../../settlement/settler-options.ts'

export type ListedCall = Pick<
  Selectable<Tables['calls']>,
  | 'id'
  | 'key_id'
  | 'alias'
  | 'reason'
  | 'prompt_tokens'
  | 'cached_tokens'
  | 'completion_tokens'
  | 'charged_micros'
  | 'balance_after_micros'
  | 'duration_ms'
  | 'created_at'
> & { operation: CallOperation; status: CallStatus }

export type CallFilter = {
  keyId?: string | undefined
  status?: CallStatus | undefined
  alias?: string | undefined
  operation?: string | undefined
  reason?: string | undefined
}

export type CallPage = CallFilter & {
  limit: number
  beforeId?: string | undefined
  /** Limits the time at which the calls began, which their ids contain. */
  from?: Date | undefined
  to?: Date | undefined
}

export type CallSearch = {
  calls: readonly ListedCall[]
  /** Id of the last call that was read, if the search stopped before it had found enough or reached the end. */
  stoppedAtId: string | null
}

export type CallSearchScope = { companyId: string; clock: Pick<Clock, 'monotonicMs'> }

export type CallSearchBounds = { rowsMax: number; searchMsMax: number }

const defaultBounds: CallSearchBounds = { rowsMax: 50_000, searchMsMax: 500 }
const firstChunkRows = 500
const chunkRowsMax = 8_000
// A chunk that took longer is not followed by a larger one: rows that are not cached are read much more slowly, and a
// statement may run for one second only.
const quickChunkMs = 50

/** Finished calls of the company, most recently begun first. */
export async function listCalls(
  database: Database,
  { companyId, clock }: CallSearchScope,
  { bounds = defaultBounds, ...page }: CallPage & { bounds?: CallSearchBounds },
): Promise<CallSearch> {
  const startedMs = clock.monotonicMs()
  const calls: ListedCall[] = []
  let beforeId = page.beforeId
  let rows = hasFilter(page) ? firstChunkRows : page.limit
  for (let rowsLeft = bounds.rowsMax; ;) {
    const chunkStartedMs = clock.monotonicMs()
    const size = Math.min(rows, rowsLeft)
    const chunk = await readChunk(database, companyId, {
      ...page,
      beforeId,
      limit: page.limit - calls.length,
      rows: size,
    })
    calls.push(...chunk.calls)
    const isEnd = chunk.rows < size || chunk.lastId === null
    if (isEnd || calls.length >= page.limit) return { calls, stoppedAtId: null }
    const nowMs = clock.monotonicMs()
    rowsLeft -= chunk.rows
    if (rowsLeft <= 0 || nowMs - startedMs >= bounds.searchMsMax) return { calls, stoppedAtId: chunk.lastId }
    beforeId = chunk.lastId ?? undefined
    if (nowMs - chunkStartedMs < quickChunkMs) rows = Math.min(2 * rows, chunkRowsMax)
  }
}

function hasFilter({ keyId, status, alias, operation, reason }: CallFilter): boolean {
  return [keyId, status, alias, operation, reason].some((value) => value !== undefined)
}

export function matchesFilter({ keyId, status, alias, operation, reason }: CallFilter): RawBuilder<boolean> {
  const conditions = [
    keyId !== undefined && sql`key_id = ${keyId}`,
    status !== undefined && sql`status = ${status}`,
    alias !== undefined && sql`alias = ${alias}`,
    operation !== undefined && sql`operation = ${operation}`,
    reason !== undefined && sql`reason = ${reason}`,
  ].filter((condition) => condition !== false)
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}

type Chunk = { calls: ListedCall[]; rows: number; lastId: string | null }

type ChunkRow = (ListedCall | { id: null }) & { looked_rows: number; looked_to: string | null }

async function readChunk(
  database: Database,
  companyId: string,
  { limit, rows, beforeId, from, to, ...filter }: CallPage & { rows: number },
): Promise<Chunk> {
  const { rows: found } = await sql<ChunkRow>`
    with looked as materialized (
      select id, key_id, alias, operation, status, reason, prompt_tokens, cached_tokens, completion_tokens,
             charged_micros, balance_after_micros, duration_ms, created_at
        from calls
       where company_id = ${companyId}
         ${beforeId === undefined ? sql`` : sql`and id < ${beforeId}`}
         ${from === undefined ? sql`` : sql`and id >= uuid_at(${from}::timestamptz)`}
         ${to === undefined ? sql`` : sql`and id < uuid_at(${to}::timestamptz)`}
       order by id desc limit ${rows}
    ), found as (
      select * from looked where ${matchesFilter(filter)} order by id desc limit ${limit}
    )
    select (select count(*)::integer from looked) as looked_rows,
           (select id from looked order by id limit 1) as looked_to, found.*
      from (select) as always left join found on true
     order by found.id desc`.execute(database)
  const calls = found.filter((row) => row.id !== null)
  return { calls, rows: found[0]?.looked_rows ?? 0, lastId: found[0]?.looked_to ?? null }
}
