// The end of a proof on the platform: the load ends, everything is recorded, and it is compared with what was acknowledged.
import type { ProofContext } from '../../proof.ts'
import { type Comparison, compareLedger } from '../dependency-loss/compare-ledger.ts'
import { type LoadCall, hasFailed } from '../dependency-loss/steady-load.ts'
import { becomesQuiet } from '../redis-failover/becomes-quiet.ts'
import { type JudgedAct, isDuring } from './judge-act.ts'
import type { Platform } from './open-platform.ts'
import type { PaymentsFound } from './steady-payments.ts'
import type { TasksFound } from './steady-tasks.ts'

export type Settled = {
  calls: readonly LoadCall[]
  ledger: Comparison
  payments: PaymentsFound
  tasks: TasksFound
}

/** Ends the load, waits until everything is recorded, and compares it with what was acknowledged. */
export async function settlePlatform(platform: Platform, { progress }: ProofContext): Promise<Settled> {
  const { load, payments, tasks, forwarded } = platform
  await load.stop()
  await Promise.all([payments.stop(), tasks.stop()])
  await becomesQuiet(platform, platform.redisUrl)
  const ledger = await compareLedger(platform, load.calls, { forwarded })
  for (const complaint of ledger.complaints) progress(complaint)
  return {
    calls: load.calls,
    ledger,
    payments: await payments.compare(),
    tasks: await tasks.compare(),
  }
}

/** Counts of what must not happen, whichever acts were played. */
export function listFaults(
  acts: readonly JudgedAct[],
  { calls, ledger, payments, tasks }: Settled,
): readonly (readonly [number, string])[] {
  const outside = calls.filter((call) => hasFailed(call) && !acts.some((act) => isDuring(act, call)))
  const crashBroken = sum(acts.filter(({ name }) => name === 'crash').map(({ brokenOff }) => brokenOff))
  return [
    [ledger.lost, 'lost'],
    [ledger.chargedForNothing, 'charged for nothing'],
    [ledger.doubled, 'charged twice'],
    [ledger.unrecorded, 'without a record'],
    [ledger.drifting, 'drifting accounts'],
    [payments.lost + tasks.lost, 'payments or tasks lost'],
    [payments.doubled + tasks.doubled, 'payments or tasks doubled'],
    [crashBroken, 'streams broken off by a crash'],
    [sum(acts.map((act) => act.wrong.length)), 'wrong'],
    [outside.length, 'failed without a fault of Postgres'],
  ]
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
