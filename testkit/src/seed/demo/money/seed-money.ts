// Sixty days of the ledger: calls, purchases with their invoices, and monthly bills. Everything is settled by production
// code, so reconciliation finds no difference afterwards.
import { demoCompany, furtherDemoCompanies } from '@gatehouse/companies/seed-demo-company'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import type { DemoKeys } from '../company/demo-keys.ts'
import type { DemoActor, DemoDeps } from '../demo-deps.ts'
import { moveCallsToIds } from '../move-to-ids.ts'
import { firstDay, weekdayAgo } from '../timeline.ts'
import { billPostpaid } from './bill-postpaid.ts'
import { demoCalls, postpaidCalls, smallCalls } from './demo-habits.ts'
import { type PaymentSimulator, openDemoPayments } from './open-payments.ts'
import { planCalls } from './plan-calls.ts'
import { type LedgerMoment, readPriceList, settleCalls } from './settle-calls.ts'

export type MoneyOrder = { keys: DemoKeys; admin: DemoActor; simulator: PaymentSimulator }

const { small, postpaid } = furtherDemoCompanies
const smallGrantMicros = 25_000_000n

export async function seedMoney(deps: DemoDeps, { keys, admin, simulator }: MoneyOrder): Promise<number> {
  const { postgres, database, nowMs } = deps
  const prices = await readPriceList(deps)
  await createWeeks(deps)
  const bought = (atMs: number, pack: string, isPaid = true): LedgerMoment => ({
    atMs,
    post: (timeline) =>
      openDemoPayments(deps, simulator, timeline).buyPack({
        companyId: demoCompany.companyId,
        userId: admin.actor.id,
        pack,
        isPaid,
      }),
  })
  const granted: LedgerMoment = {
    atMs: firstDay(nowMs),
    post: ({ ids }) =>
      postTransfer(ids, database, {
        owner: { id: small.companyId, kind: 'COMPANY' },
        businessKey: `promo:${small.companyId}`,
        kind: 'grant',
        type: 'PROMO',
        amountMicros: smallGrantMicros,
        reason: 'credits to try the platform with',
      }),
  }
  const orders = [
    {
      companyId: demoCompany.companyId,
      plan: demoCalls(nowMs, keys),
      moments: [
        bought(weekdayAgo(nowMs, 41, 10), 'Demo pack S'),
        bought(weekdayAgo(nowMs, 24, 14), 'Demo pack S', false),
        bought(weekdayAgo(nowMs, 23, 8), 'Demo pack L'),
        bought(weekdayAgo(nowMs, 6, 11), 'Demo pack S'),
      ],
    },
    { companyId: small.companyId, plan: smallCalls(nowMs, keys), moments: [granted] },
    { companyId: postpaid.companyId, plan: postpaidCalls(nowMs, keys), moments: [] },
  ]
  let settled = 0
  for (const { companyId, plan, moments } of orders) {
    const calls = planCalls(plan)
    await settleCalls(deps, { companyId, calls, prices, moments })
    await moveCallsToIds(postgres, companyId)
    settled += calls.length
  }
  await billPostpaid(deps, simulator)
  return settled
}

/** The partitions of the past weeks: maintenance creates only those of the coming weeks. */
async function createWeeks({ postgres, nowMs }: Pick<DemoDeps, 'postgres' | 'nowMs'>): Promise<void> {
  await postgres.query(
    `select create_call_partition(monday::date)
       from generate_series(date_trunc('week', $1::timestamptz at time zone 'UTC'), $2::timestamptz at time zone 'UTC',
                            interval '1 week') as monday`,
    [new Date(firstDay(nowMs)), new Date(nowMs)],
  )
}
