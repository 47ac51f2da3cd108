import { sleep } from '@gatehouse/runtime/clock'
import { startStandby } from '@gatehouse/testkit/start-standby'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type ProofDatabase, connectToDatabase } from '../kit/servers.ts'
import { type Proof, type ProofContext, judged } from '../proof.ts'
import { type ReplicatedWrite, type WriteKind, startWrite, writeKinds } from './replicated-writes.ts'
import { addCompanies, clock, openLedger, startLedger } from './ledger-setup.ts'

/** Short, so that a statement that waits for the standby is given up and repeated several times in each cut. */
const queryTimeoutMs = 250
const frozenMs = 900

export const proof: Proof = {
  name: 'pg-sync-truth',
  tier: 'push',
  claim:
    'a charge, a stored answer and a payment event are acknowledged only when the synchronous standby has them, also if ' +
    'the connection that wrote them was terminated while it waited',
  bar: '0 acknowledged without being on the standby at that moment, in 500 cuts with a frozen standby',
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const world = await openWorld(scope)
    const cuts: Cut[] = []
    const count = context.isShort ? 6 : 500
    for (let index = 0; index < count; index += 1) {
      const kind = writeKinds[index % writeKinds.length] ?? 'charge'
      cuts.push(await cutOff(world, kind))
      if ((index + 1) % 50 === 0) report(context, cuts)
    }
    report(context, cuts)
    const missing = cuts.filter(({ isOnStandby }) => !isOnStandby).length
    return judged({
      figure:
        `${count} rows visible on the primary while the standby was frozen, ` +
        `${missing} acknowledged without being on the standby`,
      isPassed: missing === 0,
    })
  },
}

type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld(scope: AsyncDisposableStack) {
  const { server, database } = await startLedger(scope)
  const [company] = await addCompanies(database, 1)
  if (!company) throw new Error('no company was added')
  const standby = scope.use(await startStandby(server))
  const ledger = openLedger(server.url, scope, { queryTimeoutMs, deadlineMs: 60_000 })
  const primaryReader = connectToDatabase(scope, server.url)
  const standbyReader = connectToDatabase(scope, standby.server.url)
  return { company, standby, ledger, primaryReader, standbyReader }
}

type Cut = { kind: WriteKind; isOnStandby: boolean }

/** Freezes the standby, writes, and terminates the connections that wait, so that the row becomes visible too early. */
async function cutOff(world: World, kind: WriteKind): Promise<Cut> {
  const { standby, primaryReader, standbyReader } = world
  const write = await startWrite(kind, world)
  await standby.freeze()
  let isFrozen = true
  const check = async () => {
    await write.acknowledged()
    // Written after the standby was frozen, so it cannot be there.
    if (isFrozen) return false
    return isReceived(standbyReader, write)
  }
  const checked = check()
  try {
    // Other commits wait too, such as the record of a delivery.
    const becomesVisible = async () => {
      await terminateWaiting(primaryReader)
      return write.isIn(primaryReader.pool)
    }
    await waitUntil(becomesVisible, { withinMs: 20_000, what: 'the row is visible on the primary' })
    await sleep(clock, frozenMs)
    isFrozen = false
    standby.thaw()
    return { kind, isOnStandby: await checked }
  } finally {
    standby.thaw()
  }
}

async function terminateWaiting({ pool }: ProofDatabase): Promise<void> {
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
}

/** Looks the row up among what the standby has received by now; what it has received may not be applied yet. */
async function isReceived({ pool }: ProofDatabase, write: ReplicatedWrite): Promise<boolean> {
  const received = await pool.query<{ lsn: string }>('select pg_last_wal_receive_lsn()::text as lsn')
  const lsn = received.rows[0]?.lsn
  const isApplied = async () => {
    const { rows } = await pool.query<{ is_applied: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_applied',
      [lsn],
    )
    return rows[0]?.is_applied === true
  }
  await waitUntil(isApplied, { withinMs: 20_000, what: 'the standby has applied what it received' })
  return write.isIn(pool)
}

function report({ progress }: ProofContext, cuts: readonly Cut[]): void {
  const missing = cuts.filter(({ isOnStandby }) => !isOnStandby)
  const kinds = [...new Set(missing.map(({ kind }) => kind))].join(', ')
  progress(
    `${cuts.length} cuts, ${missing.length} acknowledged too early${kinds === '' ? '' : ` (${kinds})`}`,
  )
}
