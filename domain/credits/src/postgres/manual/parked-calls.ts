// Calls that were answered but not charged because their cost is uncertain, and the decisions that people made about
// them.
import { type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { Database } from '@gatehouse/schema/database'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { formatCredits } from '../../credit.ts'
import { postTransfer } from '../post-transfer.ts'

export type ParkedCall = {
  id: string
  companyId: string
  companyName: string | null
  keyId: string
  alias: string
  operation: string
  reason: string
  /** As the provider reported it, plausible or not. */
  promptTokens: number
  completionTokens: number
  at: Date
}

const listMax = 500

/** Calls without a decision, oldest first. */
export async function listParkedCalls(database: Database): Promise<ParkedCall[]> {
  const { rows } = await sql<ParkedCall>`
    select c.id, c.company_id as "companyId", o.name as "companyName", c.key_id as "keyId", c.alias, c.operation,
           coalesce(c.reason, '') as reason, c.prompt_tokens as "promptTokens",
           c.completion_tokens as "completionTokens", c.created_at as at
      from calls c left join companies o on o.id = c.company_id
     where c.status = 'PARKED' and not exists (select from parked_call_decisions d where d.call_id = c.id)
     order by c.id limit ${listMax}`.execute(database)
  return rows
}

export type ParkedCallDecision = {
  callId: string
  /** 0 charges nothing. */
  chargedMicros: bigint
  reason: string
}

/** Decides about a parked call once: a second decision is refused with a message that reports the first. */
export async function settleParkedCall(
  { databases, ids }: { databases: Shards<Database>; ids: Ids },
  decision: ParkedCallDecision,
  by: ParkedCallDecider,
): Promise<{ companyId: string }> {
  // The company is known only when the call is found.
  for (const database of databases.all()) {
    const companyId = await settleInShard(database, decision, { ids, by })
    if (companyId !== undefined) return { companyId }
  }
  throw notParked()
}

type ParkedCallDecider = Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>

/** Resolves to undefined if the shard has no such call. */
async function settleInShard(
  database: Database,
  { callId, chargedMicros, reason }: ParkedCallDecision,
  { ids, by }: { ids: Ids; by: ParkedCallDecider },
): Promise<string | undefined> {
  return database.transaction().execute(async (tx) => {
    const call = await tx
      .selectFrom('calls')
      .select('company_id')
      .where('id', '=', callId)
      .where('status', '=', 'PARKED')
      .executeTakeFirst()
    if (!call) return undefined
    const companyId = call.company_id
    const decision = {
      call_id: callId,
      company_id: companyId,
      charged_micros: chargedMicros,
      reason,
      decided_by: by.actor.id,
    }
    const decided = await tx
      .insertInto('parked_call_decisions')
      .values(decision)
      .onConflict((conflict) => conflict.column('call_id').doNothing())
      .returning('call_id')
      .executeTakeFirst()
    if (!decided) throw await alreadySettled(tx, callId)
    if (chargedMicros > 0n) {
      await postTransfer(ids, tx, {
        owner: { id: companyId, kind: 'COMPANY' },
        businessKey: `parked:${callId}`,
        kind: 'removal',
        type: 'ADJUSTMENT',
        amountMicros: chargedMicros,
        reason,
      })
    }
    await recordAuditEntry(ids, tx, {
      companyId,
      ...by,
      action: 'call.settle_parked',
      subject: { kind: 'call', id: callId },
      details: { credits: formatCredits(chargedMicros), reason },
    })
    return companyId
  })
}

async function alreadySettled(tx: Database, callId: string): Promise<Fault> {
  const { charged_micros, decided_at } = await tx
    .selectFrom('parked_call_decisions')
    .select(['charged_micros', 'decided_at'])
    .where('call_id', '=', callId)
    .executeTakeFirstOrThrow()
  return new Fault({
    kind: 'conflict',
    code: 'credits.parked_call_settled',
    publicMessage:
      `This call was settled on ${decided_at.toISOString()} with ${formatCredits(charged_micros)} credits. ` +
      'Correct it with an adjustment of credits.',
  })
}

function notParked(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'credits.call_not_parked',
    publicMessage: 'There is no parked call with this id.',
  })
}

export type ParkedCallsState = { count: number; oldestAgeSeconds: number }

/** Reads how many calls wait for a decision, and the age of the oldest. */
export async function readParkedState(postgres: Queryable): Promise<ParkedCallsState> {
  const { rows } = await postgres.query<ParkedCallsState>(
    `select count(*)::integer as count,
            coalesce(extract(epoch from now() - min(c.created_at)), 0)::double precision as "oldestAgeSeconds"
       from calls c
      where c.status = 'PARKED' and not exists (select from parked_call_decisions d where d.call_id = c.id)`,
  )
  return rows[0] ?? { count: 0, oldestAgeSeconds: 0 }
}

export type ParkedCallsWatchDeps = { clock: Clock; metrics: Metrics; shards: Shards<Queryable> }

const everyMs = 60_000

/**
 * Exports how many calls wait for a decision about their charge. Read once a minute and not when metrics are scraped,
 * because metrics are needed most while the database does not respond.
 */
export function watchParkedCalls({ clock, metrics, shards }: ParkedCallsWatchDeps): {
  close(): Promise<void>
} {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics] })
  const count = gauge('gatehouse_parked_calls', 'Answered calls that wait for a decision about their charge')
  const oldest = gauge(
    'gatehouse_parked_calls_oldest_seconds',
    'Age of the oldest call that waits for a decision',
  )

  async function read(): Promise<void> {
    // If the state cannot be read, the last figures are kept: waiting calls keep waiting.
    const states = await Promise.all(shards.all().map(readParkedState)).catch(() => undefined)
    if (!states) return
    count.set(states.reduce((sum, state) => sum + state.count, 0))
    oldest.set(Math.max(...states.map((state) => state.oldestAgeSeconds)))
  }

  return startPeriodicJob(clock, { everyMs, run: read })
}
