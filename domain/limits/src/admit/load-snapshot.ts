// Reads a company's snapshot from Postgres and writes it to Redis, with the holds that Redis needs to decide alone
// again.
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { type CompanyStore, type RefreshReason, StoreUnavailable } from '../company-store.ts'
import { type Hold, isDead } from '../hold.ts'
import type { HoldCopies } from '../holds/copy-holds.ts'
import { type OpenHolds, sendHolds } from '../holds/open-holds.ts'
import type { Leases } from '../leases/create-leases.ts'
import type { StoreGate } from '../store-gate.ts'
import type { SnapshotQuestion, SnapshotReader } from './snapshot-reader.ts'
import {
  type AccountSnapshot,
  type ReadSnapshot,
  type SnapshotWithHeld,
  withHeld,
} from '../account-snapshot.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    limitSnapshots: 'limits.snapshot_late'
  }
}

/** `table` means that Redis is down, so that only the holds in Postgres count. */
export type SnapshotReason = RefreshReason | 'table'

export type LoadSnapshotDeps = {
  clock: Pick<Clock, 'monotonicMs'>
  store: CompanyStore
  gate: StoreGate
  open: OpenHolds
  copies: HoldCopies
  readSnapshot: ReadSnapshot
  /** Closes calls whose process died. */
  closeDead: (holds: readonly Hold[]) => Promise<unknown>
}

// A read takes a second at most. If more time has passed, the process has stood still meanwhile, and Redis would take the
// old balance and sums for new ones.
const snapshotAgeMsMax = 2_000
// A process that is too slow for the second read as well must not keep its caller waiting.
const readsMax = 2

type UseSnapshot = (snapshot: AccountSnapshot, isRecent: () => boolean) => Promise<boolean>

const useAsIs: UseSnapshot = async () => true

export function createLoadSnapshot(deps: LoadSnapshotDeps) {
  const { clock, store, gate, open } = deps

  /** `use` is given a snapshot that was recent when it arrived, and returns false if it came too late after all. */
  async function readSnapshot(
    question: Parameters<ReadSnapshot>,
    use: UseSnapshot,
  ): Promise<AccountSnapshot> {
    for (let attempt = 0; attempt < readsMax; attempt += 1) {
      const startedMs = clock.monotonicMs()
      const isRecent = () => clock.monotonicMs() - startedMs <= snapshotAgeMsMax
      const snapshot = await deps.readSnapshot(...question)
      if (isRecent() && (await use(snapshot, isRecent))) return snapshot
    }
    throw new Fault({
      kind: 'unavailable',
      code: 'limits.snapshot_late',
      publicMessage: 'The balance could not be read in time. Try again shortly.',
      retryAfterMs: 1_000,
    })
  }

  /** Sends the snapshot to Redis, unless the process has stood still while it waited for its turn. */
  function sendIfRecent(companyId: string): UseSnapshot {
    return (snapshot, isRecent) =>
      gate.run(async () => {
        if (!isRecent()) return false
        await store.update({ companyId, snapshot, holds: snapshot.holds })
        return true
      })
  }

  return async function loadSnapshot(
    { companyId, budgets }: SnapshotQuestion,
    reason: SnapshotReason,
  ): Promise<SnapshotWithHeld> {
    if (reason === 'table') return withHeld(await readSnapshot([companyId, [], budgets], useAsIs), [])
    // Redis has no data of the company and may have lost it: restore the holds of this process before anything is
    // decided.
    if (reason === 'missing') await gate.run(() => sendHolds(store, open, companyId))
    const holds = reason === 'account' ? [] : await gate.run(() => store.readHolds(companyId))
    const dead = holds.filter(isDead)
    if (dead.length > 0) await deps.closeDead(dead)
    const holdIds = holds.map(({ callId }) => callId)
    const snapshot = await readSnapshot([companyId, holdIds, budgets], sendIfRecent(companyId))
    if (snapshot.holds.length > 0) await reconcileWithTable(companyId, snapshot)
    return withHeld(snapshot, holds)
  }

  /** Handles holds that another process keeps in Postgres because it cannot reach Redis, or could not until now. */
  async function reconcileWithTable(companyId: string, snapshot: AccountSnapshot): Promise<void> {
    // A call may have been released after we read its hold and before we wrote the hold to Redis, where it would then
    // stay forever. Such a call is closed by now, so read once more and release it.
    const callIds = snapshot.holds.map(({ callId }) => callId)
    const { closedCallIds, balanceMicros, version } = await readSnapshot([companyId, callIds], useAsIs)
    const finished = closedCallIds.map((callId) => ({ callId }))
    const balance = { balanceMicros, version }
    if (finished.length > 0) await gate.run(() => store.update({ companyId, finished, balance }))
    if (callIds.every((callId) => open.has(companyId, callId))) return
    // The process that keeps these holds cannot see our holds in Redis. Copy ours to Postgres, or both processes would
    // spend the last credits.
    await deps.copies.copyCompany(companyId)
  }
}

/**
 * The balance and the sum of all holds. Both are read after `readAccount` was called, so they are as current as those
 * in a refusal.
 */
export type HeldBalance = Pick<SnapshotWithHeld, 'balanceMicros' | 'heldMicros'>

type ReadAccountDeps = {
  gate: Pick<StoreGate, 'isUp'>
  leases: Pick<Leases, 'report'>
  snapshots: SnapshotReader<SnapshotReason>
}

export function createReadAccount({ gate, leases, snapshots }: ReadAccountDeps) {
  return async function readAccount(companyId: string): Promise<HeldBalance> {
    const now = snapshots.mark()
    if (gate.isUp()) {
      try {
        await leases.report(companyId)
        return await snapshots.read({ companyId }, 'holds', now)
      } catch (thrown) {
        if (!(thrown instanceof StoreUnavailable)) throw thrown
      }
    }
    return snapshots.read({ companyId }, 'table', now)
  }
}
