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
  givenBack: number
  /** Streams that ended with an error frame, and other forwarded calls that failed, that have no record in the ledger. */
  unrecorded: number
  drifting: number
  complaints: readonly string[]
}

// A call of this proof ends within seconds, so older rows are final.
const callTimes = { closedAfterMs: 5_000, callMsMax: 20_000 }
const logger = createLogger({ service: 'proof', level: 'error', sinks: [process.stderr] })

export async function compareLedger(
  { pool }: Pick<ProofDatabase, 'pool'>,
  calls: readonly LoadCall[],
  /** Numbers of the calls that reached the provider, where they are known. */
  forwarded: ReadonlySet<number> = new Set(),
): Promise<Comparison> {
  const rows = new Map((await readCalls(pool)).map((row) => [row.id, row]))
  const complaints: string[] = []
  const find = (what: string, isSo: (call: LoadCall, row: CallRow | undefined) => boolean) => {
    const found = calls.filter((call) => isSo(call, rows.get(call.callId ?? '')))
    for (const call of found.slice(0, 5)) {
      const { id: _id, alias: _alias, ...row } = rows.get(call.callId ?? '') ?? { id: '', alias: '' }
      complaints.push(`${what}: ${call.callId} ${call.description}, recorded ${describeRow(row)}`)
    }
    return found.length
  }
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
    givenBack: rows
      .values()
      .filter(({ givenBackMicros }) => givenBackMicros > 0n)
      .toArray().length,
    unrecorded: find(
      'not recorded',
      ({ ending, number }, row) =>
        !row && (ending === 'broken off' || (ending !== 'whole' && forwarded.has(number))),
    ),
    drifting: countDriftingAccounts(Object.values(outcomes).flatMap(driftsOf)),
    complaints,
  }
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
