// Compares what the clients saw with the ledger, call by call, and the ledger with itself.
import { ledgerOf } from '@gatehouse/credits/ledger-reads'
import { oneShard } from '@gatehouse/postgres/shards'
import { createLedgerInspector } from '@gatehouse/credits/create-ledger-inspector'
import { reconcile } from '@gatehouse/credits/reconcile'
import { countDriftingAccounts, driftsOf } from '@gatehouse/credits/reconciliation-report'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import type { ProofDatabase } from '../../kit/servers.ts'
import { ids } from '../../ledger/ledger-setup.ts'
import { type CallRow, readCalls } from '../../gateway/stream-truth/read-calls.ts'
import type { LoadCall } from './steady-load.ts'

export type Comparison = {
  /** Complete answers. */
  acknowledged: number
  /** Complete answers without a charge, or with another charge than the answer stated. */
  lost: number
  /** Charged and not refunded, although the client has no complete answer. */
  chargedForNothing: number
  /** Charged and not refunded under an id that no client was given, such as a second charge of a call. */
  doubled: number
  givenBack: number
  /** Streams that ended with an error frame, and other forwarded calls that failed, that have no record in the ledger. */
  unrecorded: number
  drifting: number
  complaints: readonly string[]
}

export type Surroundings = {
  /** Numbers of the calls that reached the provider. */
  forwarded: ReadonlySet<number>
  /** Whether a recorded call was made otherwise, so that it need not be among the calls. */
  isElsewhere?: (row: CallRow) => boolean
}

// A call of this proof ends within seconds, so older rows are final.
const callTimes = { closedAfterMs: 5_000, callMsMax: 20_000 }
const logger = createLogger({ service: 'proof', level: 'error', sinks: [process.stderr] })

export async function compareLedger(
  { pool }: Pick<ProofDatabase, 'pool'>,
  /** All calls of the companies whose keys made them. */
  calls: readonly LoadCall[],
  { forwarded, isElsewhere = () => false }: Surroundings,
): Promise<Comparison> {
  const recorded = await readCalls(pool)
  const rows = new Map(recorded.map((row) => [row.id, row]))
  const complaints: string[] = []
  const find = (what: string, isSo: (call: LoadCall, row: CallRow | undefined) => boolean) => {
    const found = calls.filter((call) => isSo(call, rows.get(call.callId ?? '')))
    for (const call of found.slice(0, 5)) {
      const { id: _id, alias: _alias, ...row } = rows.get(call.callId ?? '') ?? { id: '', alias: '' }
      complaints.push(`${what}: ${call.callId} ${call.description}, recorded ${describeRow(row)}`)
    }
    return found.length
  }
  const doubled = findDoubled(recorded, calls).filter((row) => !isElsewhere(row))
  for (const row of doubled.slice(0, 5)) complaints.push(`charged again or unasked: ${describeRow(row)}`)
  const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(pool)), ids }, callTimes)
  const { outcomes } = await reconcile({ clock: createSystemClock(), logger, ledger }, { canFreeze: false })
  return {
    acknowledged: calls.filter(({ ending }) => ending === 'whole').length,
    lost: find(
      'charge differs from the answer',
      (call, row) => call.ending === 'whole' && !isChargedAsTold(call, row),
    ),
    chargedForNothing: find(
      'charged without an answer',
      ({ ending }, row) => ending !== 'whole' && row !== undefined && netOf(row) !== 0n,
    ),
    doubled: doubled.length,
    givenBack: recorded.filter(({ givenBackMicros }) => givenBackMicros > 0n).length,
    unrecorded: find(
      'not recorded',
      ({ ending, number }, row) =>
        !row && (ending === 'broken off' || (ending !== 'whole' && forwarded.has(number))),
    ),
    drifting: countDriftingAccounts(Object.values(outcomes).flatMap(driftsOf)),
    complaints,
  }
}

function findDoubled(rows: readonly CallRow[], calls: readonly LoadCall[]): CallRow[] {
  const unclaimed = new Set(calls.map(({ callId }) => callId))
  // A second row of the same call is charged beyond it, too.
  return rows.filter((row) => netOf(row) !== 0n && !unclaimed.delete(row.id))
}

function isChargedAsTold({ chargedMicros }: LoadCall, row: CallRow | undefined): boolean {
  if (row?.status !== 'SUCCEEDED') return false
  const net = netOf(row)
  return chargedMicros === undefined ? net > 0n : net === chargedMicros
}

function netOf({ chargedMicros, givenBackMicros }: CallRow): bigint {
  return chargedMicros - givenBackMicros
}

function describeRow(row: object): string {
  return JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
