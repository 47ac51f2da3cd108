// I9: compares what plans and packs granted with the money paid for them. Billing grants by invoice lines; this check
// uses sums only, so it detects credits without money regardless of the rule that let them through.
import type { InvariantOutcome } from '@gatehouse/credits/reconciliation-report'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { lostOfCharge } from '../apply/record-dispute.ts'

type MoneyRow = { owner_id: string; what: string; expected_micros: bigint; actual_micros: bigint }

// The part of each payment that went back to the customer: refunds that have not failed, and lost disputes.
const takenBack = `coalesce(sum(least(k.amount_minor, k.refunded_minor + ${lostOfCharge('k')})), 0)`

// Credits whose payment was refunded: taken back, or expired before that.
const refunded = '(coalesce(g.revoked_micros, 0) + coalesce(g.not_taken_micros, 0))'

// Invoices that were stored before plan lines were recorded (`plan_lines_minor` is null) are excluded, and so are their
// grants.
const plansQuery = `
  with granted as (
    select t.owner_id, sum(t.amount_micros - ${refunded}) as micros
      from credit_transfers t
      left join paid_grants g on g.business_key = t.business_key
      left join invoices i on i.provider_invoice_id = g.provider_invoice_id
     where ($1::uuid is null or t.owner_id = $1) and t.type = 'SUBSCRIPTION_GRANT'
       and (i.provider_invoice_id is null or i.plan_lines_minor is not null)
     group by t.owner_id
  ), rates as (
    select i.company_id, p.currency, max(p.credits_micros::numeric / p.price_minor) as rate
      from invoices i join plans p on p.id = any (i.plan_ids) and p.price_minor > 0
     group by 1, 2
  ), worth as (
    select i.company_id, sum(ceil(i.plan_lines_minor * r.rate * k.kept)) as micros
      from invoices i
      join rates r on r.company_id = i.company_id and r.currency = i.currency
      cross join lateral (
        select case when greatest(i.total_minor, max(k.amount_minor)) > 0 then
                 greatest(0, 1 - ${takenBack} / greatest(i.total_minor, max(k.amount_minor))) else 1 end as kept
          from provider_charges k where k.provider_invoice_id = i.provider_invoice_id
      ) k
     where i.status = 'PAID' and i.plan_lines_minor is not null
     group by i.company_id
  ), trials as (
    select company_id, sum(trial_credits_micros) as micros
      from (select distinct i.company_id, p.id, p.trial_credits_micros
              from invoices i join plans p on p.id = any (i.trial_plan_ids) where i.status = 'PAID') tried
     group by company_id
  ), free as (
    select company_id, sum(micros) as micros
      from (select i.company_id, period, max(p.credits_micros) as micros
              from invoices i cross join unnest(i.free_periods) as period
              join plans p on p.id = any (i.plan_ids) and p.price_minor = 0
             where i.status = 'PAID' group by 1, 2) periods
     group by company_id
  )
  select owner_id, 'what plans granted for the money paid' as what, bound as expected_micros, micros as actual_micros
    from (select g.owner_id, g.micros::bigint as micros,
                 (coalesce(w.micros, 0) + coalesce(t.micros, 0) + coalesce(f.micros, 0))::bigint as bound
            from granted g
            left join worth w on w.company_id = g.owner_id
            left join trials t on t.company_id = g.owner_id
            left join free f on f.company_id = g.owner_id) sums
   where micros > bound`

// A payment that differs from the offer is credited as offered and flagged for an operator, so it counts here as if the
// offered price had been paid.
const packsQuery = `
  with granted as (
    select t.owner_id, sum(t.amount_micros - ${refunded}) as micros
      from credit_transfers t left join paid_grants g on g.business_key = t.business_key
     where ($1::uuid is null or t.owner_id = $1) and t.type = 'PACK_PURCHASE'
     group by t.owner_id
  ), bought as (
    select p.company_id, p.currency, coalesce(k.credits_micros, p.credits_micros) as credits_micros,
           coalesce(k.price_minor, p.price_minor) as price_minor,
           case when p.mismatch is null then coalesce(p.paid_minor, p.price_minor) else p.price_minor end * c.kept as money
      from credit_pack_purchases p
      left join credit_packs k on k.id = p.pack_id
      cross join lateral (
        select case when max(k.amount_minor) > 0
                    then greatest(0, 1 - ${takenBack} / max(k.amount_minor)) else 1 end as kept
          from provider_charges k
         where k.purchase_id = p.id or k.provider_payment_intent_id = p.provider_payment_intent_id
      ) c
     where ($1::uuid is null or p.company_id = $1) and p.completed_at is not null
  ), rates as (
    select company_id, currency, max(credits_micros::numeric / price_minor) as rate
      from bought where price_minor > 0 group by 1, 2
  ), worth as (
    select b.company_id,
           sum(case when b.price_minor = 0 then b.credits_micros else ceil(b.money * r.rate) end) as micros
      from bought b left join rates r on r.company_id = b.company_id and r.currency = b.currency
     group by 1
  )
  select owner_id, 'what packs granted for the money paid' as what, bound as expected_micros, micros as actual_micros
    from (select g.owner_id, g.micros::bigint as micros, coalesce(w.micros, 0)::bigint as bound
            from granted g left join worth w on w.company_id = g.owner_id) sums
   where micros > bound`

export async function checkMoney(
  postgres: Queryable,
  ownerId: string | undefined,
): Promise<InvariantOutcome> {
  const rows: MoneyRow[] = []
  for (const text of [plansQuery, packsQuery]) {
    const found = await postgres.query<MoneyRow>(`${text} order by owner_id`, [ownerId ?? null])
    rows.push(...found.rows)
  }
  const counted = await postgres.query<{ accounts: number }>(
    'select count(distinct company_id)::integer as accounts from paid_grants where $1::uuid is null or company_id = $1',
    [ownerId ?? null],
  )
  const drifts = rows.map((row) => ({
    ownerId: row.owner_id,
    what: row.what,
    expectedMicros: row.expected_micros,
    actualMicros: row.actual_micros,
  }))
  return { kind: 'checked', accounts: counted.rows[0]?.accounts ?? 0, drifts }
}
