// Turns the debt of each postpaid company into a bill, once a month. The bill and the credits that clear the debt are
// written in one transaction, and a company has one bill per month, so billing is idempotent. The bill covers the debt
// at the month's end: a month that was missed is part of the next bill.
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { readDebtAt } from '@gatehouse/credits/read-debt-at'
import { uuidFrom } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { InboxDeps } from '../billing-deps.ts'
import { chargeStepMinor } from '../rules/money.ts'

const batchMax = 50
const lowestId = '00000000-0000-0000-0000-000000000000'

type CompanyMonth = { companyId: string; periodEnd: string }

type BillUsageDeps = Pick<InboxDeps, 'databases' | 'ids' | 'clock' | 'logger' | 'onCompaniesChanged'>

/**
 * Returns the number of bills written, including empty ones, which keep the company from being checked again. A failure
 * for one company is logged and retried in the next run; the others are still billed.
 */
export async function billUsage(deps: BillUsageDeps): Promise<number> {
  const periodEnd = lastPeriodEnd(deps.clock.wallMs())
  let bills = 0
  for (const database of deps.databases.all()) bills += await billShard(deps, database, periodEnd)
  return bills
}

async function billShard(deps: BillUsageDeps, database: Database, periodEnd: string): Promise<number> {
  let bills = 0
  for (let after = lowestId; ;) {
    const companyIds = await findUnbilled(database, { periodEnd, after })
    for (const companyId of companyIds) if (await tryToBill(deps, { companyId, periodEnd })) bills += 1
    const last = companyIds.at(-1)
    if (last === undefined || companyIds.length < batchMax) return bills
    after = last
  }
}

async function tryToBill(deps: BillUsageDeps, month: CompanyMonth): Promise<boolean> {
  try {
    const isBilled = await deps.databases
      .of(month.companyId)
      .transaction()
      .execute((tx) => billCompany({ ...deps, tx }, month))
    if (isBilled) deps.onCompaniesChanged?.([month.companyId])
    return true
  } catch (thrown) {
    const { companyId, periodEnd } = month
    deps.logger.warn('company could not be billed; it will be retried', {
      error: thrown,
      company_id: companyId,
      period_end: periodEnd,
    })
    return false
  }
}

async function findUnbilled(
  database: Database,
  { periodEnd, after }: { periodEnd: string; after: string },
): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select t.company_id from postpaid_terms t join companies c on c.id = t.company_id and c.billing_mode = 'POSTPAID'
     where not exists (select from usage_bills b where b.company_id = t.company_id and b.period_end >= ${periodEnd}::date)
       and t.company_id > ${after}
     order by 1 limit ${batchMax}`.execute(database)
  return rows.map(({ company_id }) => company_id)
}

async function billCompany(
  { ids, tx }: Pick<InboxDeps, 'ids'> & { tx: Transaction },
  { companyId, periodEnd }: CompanyMonth,
): Promise<boolean> {
  const billedMicros = await readDebtAt(tx, { ownerId: companyId, day: periodEnd })
  const terms = await readTerms(tx, companyId)
  const { credits_micros: creditsMicros, price_minor: priceMinor, currency } = terms
  // Derived, so that a bill that is written again, after a restore to the month before, finds the invoice that was sent.
  const id = uuidFrom(Date.parse(periodEnd), `usage-bill:${companyId}:${periodEnd}`)
  const inserted = await tx
    .insertInto('usage_bills')
    .values({
      id,
      company_id: companyId,
      plan_id: terms.plan_id,
      period_end: sql`${periodEnd}::date`,
      billed_micros: billedMicros,
      amount_minor: amountOfUsage(billedMicros, { creditsMicros, priceMinor, currency }),
      currency,
      days_until_due: terms.days_until_due,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'period_end']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted || billedMicros === 0n) return false
  await postTransfer(ids, tx, {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `tab:${id}`,
    kind: 'grant',
    type: 'ADJUSTMENT',
    amountMicros: billedMicros,
    reason: `invoiced: used before ${periodEnd}`,
  })
  return true
}

function readTerms(tx: Transaction, companyId: string) {
  return tx
    .selectFrom('postpaid_terms')
    .innerJoin('plans', 'plans.id', 'postpaid_terms.plan_id')
    .select(['plan_id', 'days_until_due', 'credits_micros', 'price_minor', 'currency'])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
}

export type UsageRate = { creditsMicros: bigint; priceMinor: bigint; currency: string }

/** In minor units, rounded up to what can be charged: any usage is charged. */
export function amountOfUsage(
  usedMicros: bigint,
  { creditsMicros, priceMinor, currency }: UsageRate,
): bigint {
  const step = chargeStepMinor(currency)
  return ceilDivide(usedMicros * priceMinor, creditsMicros * step) * step
}

function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

// A call that began before midnight is settled, and so counted, when it ends: at most this much later.
const settledWithinMs = 3_600_000

/** End (exclusive) of the last month that can be billed: a first of the month in UTC, as YYYY-MM-DD. */
export function lastPeriodEnd(nowMs: number): string {
  return `${new Date(nowMs - settledWithinMs).toISOString().slice(0, 7)}-01`
}
