// Where reconciliation reads: at the primary, or at a standby, so that its long statements neither compete with
// settlements nor keep the primary from removing old rows. A standby is read only after it has replayed everything that
// the primary had written when the question was asked, so both give the same answer.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { assert } from '@gatehouse/runtime/assert'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    creditStandby: 'credits.not_a_standby' | 'credits.standby_behind'
  }
}

export type LedgerReads = {
  postgres: Postgres
  /** Resolves when everything that was committed before this call can be read. */
  catchUp(): Promise<void>
}

/** A shard's primary, and its connections for reading, which may lead to a standby. */
export type LedgerConnections = { primary: Postgres; reads: LedgerReads }

export function ledgerOf(primary: Postgres, reads?: LedgerReads): LedgerConnections {
  return { primary, reads: reads ?? { postgres: primary, catchUp: () => Promise.resolve() } }
}

const checkEveryMs = 200
const behindMsMax = 600_000

export type StandbyDeps = { primary: Postgres; standby: Postgres; clock: Clock; catchUpMsMax?: number }

export function readStandby({
  primary,
  standby,
  clock,
  catchUpMsMax = behindMsMax,
}: StandbyDeps): LedgerReads {
  async function catchUp(): Promise<void> {
    const written = await readPrimaryState(primary)
    const deadlineMs = clock.monotonicMs() + catchUpMsMax
    for (;;) {
      if (await hasReplayed(standby, written)) return
      if (clock.monotonicMs() >= deadlineMs) throw standbyBehind(catchUpMsMax)
      await sleep(clock, checkEveryMs)
    }
  }
  return { postgres: standby, catchUp }
}

type Written = { lsn: string; system: string }

async function readPrimaryState(primary: Postgres): Promise<Written> {
  const { rows } = await primary.query<Written>(
    'select pg_current_wal_lsn()::text as lsn, system_identifier::text as system from pg_control_system()',
  )
  const [row] = rows
  assert(row, 'Postgres must return its position')
  return row
}

async function hasReplayed(standby: Postgres, { lsn, system }: Written): Promise<boolean> {
  const { rows } = await standby.query<{ is_standby: boolean; system: string; has_replayed: boolean | null }>(
    `select pg_is_in_recovery() as is_standby, system_identifier::text as system,
            case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn end as has_replayed
       from pg_control_system()`,
    [lsn],
  )
  const [row] = rows
  if (!row?.is_standby || row.system !== system) throw notAStandby()
  return row.has_replayed === true
}

function notAStandby(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'credits.not_a_standby',
    publicMessage:
      'RECONCILIATION_DATABASE_URL must lead to a standby of the server at DATABASE_URL. Correct it, or remove it to reconcile at the primary.',
  })
}

function standbyBehind(waitedMs: number): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'credits.standby_behind',
    publicMessage: `The standby at RECONCILIATION_DATABASE_URL has been behind the primary for ${waitedMs / 1_000} seconds. Check its replication.`,
  })
}
