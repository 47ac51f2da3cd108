// The settler, the limits and the reapers of a gateway process, which depend on each other: a durable charge releases
// the hold of its call, and the limits use the settler to close calls whose process died. They reach Postgres, Redis,
// time and chance only through these ports, so that the simulation runs the same code.
import type { FinishedCall } from '@gatehouse/calls/call'
import { closeDeadCalls } from '@gatehouse/credits/close-dead-calls'
import { type Settler, createSettler } from '@gatehouse/credits/create-settler'
import type { SettlerDeps, SettlerLimits } from '@gatehouse/credits/settler-options'
import {
  type UndeliveredReaperDeps,
  createUndeliveredReaper,
  reapUndeliveredEveryMs,
} from '@gatehouse/credits/undelivered-reaper'
import {
  type Balance,
  type ReleasedCall,
  type ReleasedCalls,
  type ReleasedCharge,
  noCharge,
} from '@gatehouse/limits/admission'
import {
  type Limits,
  type LimitsDeps,
  type LimitsOptions,
  createLimits,
} from '@gatehouse/limits/create-limits'
import { sleep } from '@gatehouse/runtime/clock'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'

// Time limit for settling the remaining calls at shutdown. Calls still unsettled then are closed by another process's
// reaper.
const drainMsMax = 8_000

type LedgerPorts = Pick<
  SettlerDeps,
  'random' | 'processId' | 'prepareBatch' | 'writeMarks' | 'writeDeliveries' | 'giveBack'
>

export type SettlementPorts = Omit<LimitsDeps, 'closeDeadCalls'> &
  LedgerPorts & {
    /** One for each shard. */
    undelivered: readonly Pick<UndeliveredReaperDeps, 'findStale' | 'returnCharges'>[]
    /** Called when calls of the company were settled. Must not throw. */
    onSettled: (companyId: string) => void
  }

export type SettlementOptions = {
  settler: Partial<SettlerLimits>
  /** Left out for the defaults. */
  limits?: Pick<LimitsOptions, 'abandonLimits' | 'leases'>
}

export function createSettlement(
  ports: SettlementPorts,
  { settler: settlerLimits, limits: limitsOptions }: SettlementOptions,
  scope: AsyncDisposableStack,
): { settler: Settler; limits: Limits } {
  const { clock } = ports
  // A whole batch may be known after a lost reply; the balance of a company is then read once.
  const known = new Map<string, FinishedCall[]>()
  const settler = createSettler(
    {
      ...ports,
      onKnown(call) {
        const { companyId } = call
        const others = known.get(companyId)
        if (others) return void others.push(call)
        known.set(companyId, [call])
        queueMicrotask(() => void releaseKnown(companyId))
      },
      onBatch(calls, accounts) {
        for (const finished of groupByCompany(calls, accounts)) {
          void limits.release(finished)
          ports.onSettled(finished.companyId)
        }
      },
    },
    settlerLimits,
  )
  const limits = createLimits(
    { ...ports, closeDeadCalls: (calls) => closeDeadCalls(settler.settle, calls) },
    limitsOptions,
  )
  // Their charges are not known here. Redis gets a balance that includes them together with the release; without one, calls
  // that have just read an older balance would be admitted by that.
  async function releaseKnown(companyId: string): Promise<void> {
    const calls = (known.get(companyId) ?? []).map((call) => toReleased(call, undefined))
    known.delete(companyId)
    const balance = await ports.readSnapshot(companyId, []).catch(() => undefined)
    await limits.release(balance ? { companyId, calls, balance: toBalance(balance) } : { companyId, calls })
  }
  scope.defer(limits.close)
  for (const shard of ports.undelivered) startReaper(ports, shard, scope)
  scope.defer(() => Promise.race([settler.drained(), sleep(clock, drainMsMax)]))
  return { settler, limits }
}

/** Starts the job that refunds calls of one shard that were charged by a process that died before it delivered their answers. */
function startReaper(
  { clock, logger, metrics, random }: SettlementPorts,
  shard: SettlementPorts['undelivered'][number],
  scope: AsyncDisposableStack,
): void {
  const undelivered = createUndeliveredReaper({ clock, logger, metrics, ...shard })
  const job = startPeriodicJob(clock, {
    everyMs: reapUndeliveredEveryMs,
    run: undelivered.reap,
    onFailure: (error) =>
      logger.warn('charges of undelivered calls could not be returned; will retry', { error }),
    random,
  })
  scope.defer(job.close)
}

type Accounts = readonly { companyId: string; balanceMicros: bigint; version: bigint }[]

function groupByCompany(calls: readonly FinishedCall[], accounts: Accounts): readonly ReleasedCalls[] {
  const [account] = accounts
  // Fast path for a batch of one company: under light load a batch is nearly always a single call.
  if (account && accounts.length === 1) {
    const { companyId, ...balance } = account
    return [{ companyId, calls: calls.map((call) => toReleased(call, balance)), balance }]
  }
  const byCompany = Map.groupBy(calls, ({ companyId }) => companyId)
  return accounts.map(({ companyId, ...balance }) => ({
    companyId,
    calls: (byCompany.get(companyId) ?? []).map((call) => toReleased(call, balance)),
    balance,
  }))
}

function toBalance({ balanceMicros, version }: Balance): Balance {
  return { balanceMicros, version }
}

/**
 * If the usage is unknown or implausible, `tokensUsed` is left out, and the estimate keeps counting against the token
 * limit.
 */
function toReleased(call: FinishedCall, balance: ReleasedCalls['balance']): ReleasedCall {
  const { id, end, isStream } = call
  const isFailed = end.kind === 'failed'
  const charge = chargeOf(call, balance)
  if (isFailed && end.isUnanswered) return { callId: id, tokensUsed: 0, charge }
  const usage = end.kind === 'parked' ? undefined : end.usage
  const released = usage
    ? { callId: id, tokensUsed: usage.promptTokens + usage.completionTokens, charge }
    : { callId: id, charge }
  if (!isStream) return released
  if (isFailed) return end.isAbandoned ? { ...released, stream: 'abandoned' } : released
  return { ...released, stream: 'completed' }
}

/** Without a balance the call was closed earlier, perhaps by another process, and its charge is not known. */
function chargeOf({ end }: FinishedCall, balance: ReleasedCalls['balance']): ReleasedCharge | undefined {
  if (!balance) return undefined
  return end.kind === 'succeeded' ? { micros: end.chargedMicros, version: balance.version } : noCharge
}
