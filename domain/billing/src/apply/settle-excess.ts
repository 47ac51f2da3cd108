// Takes back subscription credits beyond what the company has paid for, and returns them once it has paid. The target
// is an absolute amount, computed from all invoices and refunds, so a repetition is safe and changes nothing.
import { formatCredits } from '@gatehouse/credits/credit'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import type { Transfer } from '@gatehouse/credits/transfer'
import { assert } from '@gatehouse/runtime/assert'
import { sql } from 'kysely'
import { type PaidMoney, type Rate, excessMicros } from '../rules/credits-taken-back.ts'
import { type ApplyContext, lockCustomer } from './apply-context.ts'
import { lostOfCharge } from './record-dispute.ts'

type Account = { companyId: string; currency: string }

export async function settleExcess(context: ApplyContext, account: Account): Promise<void> {
  const { tx, ids, effects } = context
  const { companyId, currency } = account
  // A company can have two customers at the provider, whose facts are not serialised with each other.
  await lockCustomer(tx, `shares of ${companyId}`)
  const target = excessMicros({
    sharesMicros: await readShares(context, account),
    money: await readMoney(context, account),
    rates: await readRates(context, account),
  })
  const stored = await tx
    .selectFrom('excess_grants')
    .select(['excess_micros', 'changes'])
    .where('company_id', '=', companyId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  const delta = target - (stored?.excess_micros ?? 0n)
  if (delta === 0n) return
  const changes = (stored?.changes ?? 0) + 1
  const state = { excess_micros: target, changes, updated_at: sql<Date>`now()` }
  await tx
    .insertInto('excess_grants')
    .values({ company_id: companyId, currency, ...state })
    .onConflict((conflict) => conflict.columns(['company_id', 'currency']).doUpdateSet(state))
    .execute()
  const posted = await postTransfer(ids, tx, toTransfer(account, delta, changes))
  assert(posted.isNew, 'the ledger has a correction that is missing in billing')
  effects.companyIds.add(companyId)
  effects.summary.push(`SUBSCRIPTION_GRANT beyond what was paid ${formatCredits(-delta)}`)
}

function toTransfer({ companyId, currency }: Account, delta: bigint, changes: number): Transfer {
  const common = {
    owner: { id: companyId, kind: 'COMPANY' as const },
    businessKey: `excess:${companyId}:${currency}:${changes}` as const,
    type: 'SUBSCRIPTION_GRANT' as const,
  }
  return delta > 0n
    ? { ...common, kind: 'removal', amountMicros: delta, reason: 'time that was not paid for was credited' }
    : { ...common, kind: 'grant', amountMicros: -delta, reason: 'time that was credited has been paid for' }
}

/**
 * Sum of the grants, less what was revoked or had expired when it was to be revoked, from invoices whose plan lines are
 * recorded; excludes trials and free plans, which are not paid for.
 */
async function readShares({ tx }: ApplyContext, { companyId, currency }: Account): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(g.granted_micros - g.revoked_micros - coalesce(g.not_taken_micros, 0)), 0)::bigint as micros
      from paid_grants g join invoices i on i.provider_invoice_id = g.provider_invoice_id
     where g.company_id = ${companyId} and i.currency = ${currency} and i.plan_lines_minor is not null
       and g.business_key !~ '^(trial|free):'`.execute(tx)
  return rows[0]?.micros ?? 0n
}

async function readMoney({ tx }: ApplyContext, { companyId, currency }: Account): Promise<PaidMoney[]> {
  const { rows } = await sql<{ plan_lines_minor: bigint; amount_minor: bigint; taken_back_minor: bigint }>`
    select i.plan_lines_minor,
           greatest(i.total_minor, coalesce(c.amount_minor, 0)) as amount_minor,
           coalesce(c.back_minor, 0) as taken_back_minor
      from invoices i
      left join lateral (
        select sum(k.amount_minor)::bigint as amount_minor,
               sum(least(k.amount_minor, k.refunded_minor + ${sql.raw(lostOfCharge('k'))}))::bigint as back_minor
          from provider_charges k where k.provider_invoice_id = i.provider_invoice_id
      ) c on true
     where i.company_id = ${companyId} and i.currency = ${currency} and i.status = 'PAID'
       and i.plan_lines_minor is not null`.execute(tx)
  return rows.map((row) => ({
    planLinesMinor: row.plan_lines_minor,
    amountMinor: row.amount_minor,
    takenBackMinor: row.taken_back_minor,
  }))
}

/** Credits and price of each paid plan on the company's invoices. */
async function readRates({ tx }: ApplyContext, { companyId, currency }: Account): Promise<Rate[]> {
  const { rows } = await sql<{ credits_micros: bigint; price_minor: bigint }>`
    select p.credits_micros, p.price_minor from plans p
     where p.currency = ${currency} and p.price_minor > 0
       and p.id in (select unnest(i.plan_ids) from invoices i where i.company_id = ${companyId})`.execute(tx)
  return rows.map((row) => ({ creditsMicros: row.credits_micros, priceMinor: row.price_minor }))
}
