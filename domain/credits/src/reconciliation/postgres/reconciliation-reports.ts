// Stores the reports of reconciliation, so that every replica can show the last one and a person can see since when
// something drifts.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import {
  type LastReport,
  type ReconciliationReport,
  countDrifting,
  describeDrift,
  driftsOf,
  hasDrift,
} from '../reconciliation-report.ts'

const driftsKept = 100
// Reports are hourly and nearly all are clean. Those with drift are evidence and are kept longer.
const keptDays = 35
const keptDaysWithDrift = 400

/** Stores a report only if it covers all accounts: a report about one says nothing about the others. */
export async function storeReport(
  ids: Ids,
  tx: Queryable,
  { outcomes, freezes, tookMs }: ReconciliationReport,
): Promise<void> {
  const drifts = Object.entries(outcomes).flatMap(([invariant, outcome]) =>
    driftsOf(outcome).map((drift) => ({ invariant, owner_id: drift.ownerId, drift: describeDrift(drift) })),
  )
  await tx.query(
    `insert into reconciliation_reports (id, took_ms, drifting, drifts, freezes, has_drift)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      ids.uuid(),
      Math.round(tookMs),
      JSON.stringify(countDrifting(outcomes)),
      JSON.stringify(drifts.slice(0, driftsKept)),
      JSON.stringify(Object.fromEntries(freezes)),
      hasDrift({ outcomes, freezes, tookMs }),
    ],
  )
}

export async function readLastReport(tx: Queryable): Promise<LastReport | undefined> {
  const { rows } = await tx.query<LastReport>(
    `select ended_at as "endedAt", drifting from reconciliation_reports order by ended_at desc limit 1`,
  )
  return rows[0]
}

export type StoredReport = {
  id: string
  endedAt: Date
  tookMs: number
  hasDrift: boolean
  /** Invariant → number of accounts that violate it; an invariant that was not checked is missing. */
  drifting: Readonly<Record<string, number>>
  drifts: readonly { invariant: string; owner_id: string; drift: string }[]
  /** Account → whether it was frozen. */
  freezes: Readonly<Record<string, string>>
}

/** Newest first: ids sort by time. */
export async function listReports(
  database: Database,
  { limit, beforeId }: { limit: number; beforeId?: string | undefined },
): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select id, ended_at as "endedAt", took_ms as "tookMs", has_drift as "hasDrift", drifting, drifts, freezes
      from reconciliation_reports
     where ${beforeId ?? null}::uuid is null or id < ${beforeId ?? null}::uuid
     order by id desc limit ${limit}`.execute(database)
  return rows
}

/** Resolves to the number of reports removed. */
export async function purgeReports(tx: Queryable): Promise<number> {
  const { rows } = await tx.query(
    `delete from reconciliation_reports
      where ended_at < now() - make_interval(days => case when has_drift then $1::integer else $2::integer end)
      returning 1`,
    [keptDaysWithDrift, keptDays],
  )
  return rows.length
}
