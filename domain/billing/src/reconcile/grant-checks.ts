// Compares grants and revocations in three records: billing's, the ledger's and the provider's charges.
import type { AmountDrift } from '@gatehouse/credits/reconciliation-report'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { lostOfCharge } from '../apply/record-dispute.ts'
import {
  type ChargeState,
  type TakenBack,
  exceptExpired,
  refundedShareMicros,
} from '../rules/credits-taken-back.ts'
import { expiredOfGrant } from './expired-of-grant.ts'

type DriftRow = { owner_id: string; what: string; expected_micros: bigint; actual_micros: bigint }

const checks: readonly string[] = [
  `select g.company_id as owner_id, 'what the ledger granted for ' || g.business_key as what,
          g.granted_micros as expected_micros, coalesce(t.amount_micros, 0) as actual_micros
     from paid_grants g
     left join credit_transfers t on t.business_key = g.business_key and t.owner_id = g.company_id
    where ($1::uuid is null or g.company_id = $1) and t.amount_micros is distinct from g.granted_micros`,
  `select t.owner_id, 'what was granted without a payment, ' || t.business_key as what,
          0::bigint as expected_micros, t.amount_micros as actual_micros
     from credit_transfers t
    where ($1::uuid is null or t.owner_id = $1) and t.type in ('PACK_PURCHASE', 'SUBSCRIPTION_GRANT')
      and not exists (select from paid_grants g where g.business_key = t.business_key)
      and not (starts_with(t.business_key, 'excess:')
               and exists (select from excess_grants e where e.company_id = t.owner_id))`,
  `select e.company_id as owner_id, 'what was taken back beyond the money paid in ' || e.currency as what,
          e.excess_micros as expected_micros, -coalesce(r.micros, 0) as actual_micros
     from excess_grants e
     left join lateral (
       select sum(t.amount_micros)::bigint as micros from credit_transfers t
        where t.owner_id = e.company_id
          and starts_with(t.business_key, 'excess:' || e.company_id || ':' || e.currency || ':')
     ) r on true
    where ($1::uuid is null or e.company_id = $1) and -coalesce(r.micros, 0) <> e.excess_micros`,
  `select g.company_id as owner_id, 'what is held of ' || g.business_key || ' while it is disputed' as what,
          g.held_micros as expected_micros, -coalesce(r.micros, 0) as actual_micros
     from paid_grants g
     left join lateral (
       select sum(t.amount_micros)::bigint as micros from credit_transfers t
        where t.owner_id = g.company_id and t.type = 'REFUND'
          and (starts_with(t.business_key, 'dispute-hold:' || coalesce(g.purchase_id::text, g.business_key) || ':')
            or starts_with(t.business_key, 'dispute-release:' || coalesce(g.purchase_id::text, g.business_key) || ':'))
     ) r on true
    where ($1::uuid is null or g.company_id = $1) and -coalesce(r.micros, 0) <> g.held_micros`,
  `select g.company_id as owner_id, 'what the ledger took back of ' || g.business_key as what,
          g.revoked_micros as expected_micros, -coalesce(r.micros, 0) as actual_micros
     from paid_grants g
     left join lateral (
       select sum(t.amount_micros)::bigint as micros from credit_transfers t
        where t.owner_id = g.company_id and t.type = 'REFUND'
          and (starts_with(t.business_key, 'refund:' || coalesce(g.purchase_id::text, g.business_key) || ':')
            or starts_with(t.business_key, 'refund-failed:' || coalesce(g.purchase_id::text, g.business_key) || ':'))
     ) r on true
    where ($1::uuid is null or g.company_id = $1) and -coalesce(r.micros, 0) <> g.revoked_micros`,
  `select p.company_id as owner_id, 'what was granted for the completed purchase ' || p.id as what,
          p.credits_micros as expected_micros, 0::bigint as actual_micros
     from credit_pack_purchases p
    where ($1::uuid is null or p.company_id = $1) and p.completed_at is not null
      and not exists (select from paid_grants g where g.purchase_id = p.id)`,
]

export async function checkGrants(postgres: Queryable, ownerId: string | undefined): Promise<AmountDrift[]> {
  const drifts: AmountDrift[] = []
  for (const text of checks) {
    const { rows } = await postgres.query<DriftRow>(`${text} order by owner_id, what`, [ownerId ?? null])
    drifts.push(...rows.map(toDrift))
  }
  return [...drifts, ...(await checkRevoked(postgres, ownerId))]
}

type ChargeText = { amount: string; paid: string; refunded: string; lost: string }

type GrantRow = {
  company_id: string
  business_key: string
  granted_micros: bigint
  revoked_micros: bigint
  not_taken_micros: bigint | null
  expired_micros: bigint
  charges: ChargeText[] | null
}

const grantsQuery = `
  select g.company_id, g.business_key, g.granted_micros, g.revoked_micros, g.not_taken_micros,
         ${expiredOfGrant} as expired_micros,
         (select json_agg(json_build_object('amount', c.amount_minor::text,
                   'paid', greatest(c.amount_minor, i.total_minor)::text,
                   'refunded', c.refunded_minor::text,
                   'lost', ${lostOfCharge('c')}::text))
            from provider_charges c
           where case when g.purchase_id is null then c.provider_invoice_id = g.provider_invoice_id
                      else c.purchase_id = g.purchase_id
                        or c.provider_payment_intent_id = p.provider_payment_intent_id end) as charges
    from paid_grants g
    left join credit_pack_purchases p on p.id = g.purchase_id
    left join invoices i on i.provider_invoice_id = g.provider_invoice_id
   where ($1::uuid is null or g.company_id = $1) and g.business_key !~ '^(trial|free):'`

/** Computes the expected revocations with billing's own functions, so that the rule has a single definition. */
async function checkRevoked(postgres: Queryable, ownerId: string | undefined): Promise<AmountDrift[]> {
  const { rows } = await postgres.query<GrantRow>(
    `select * from (${grantsQuery}) g
      where g.charges is not null or g.revoked_micros <> 0 or g.not_taken_micros <> 0 order by 1, 2`,
    [ownerId ?? null],
  )
  return rows.flatMap((row) => {
    const expected = expectTakenBack(row)
    const common = { ownerId: row.company_id }
    const drifts = [
      {
        ...common,
        what: `what refunds took back of ${row.business_key}`,
        expectedMicros: expected.takenMicros,
        actualMicros: row.revoked_micros,
      },
      {
        ...common,
        what: `what refunds did not take back of ${row.business_key}, because it had expired`,
        expectedMicros: expected.notTakenMicros,
        actualMicros: row.not_taken_micros ?? 0n,
      },
    ]
    return drifts.filter(({ expectedMicros, actualMicros }) => expectedMicros !== actualMicros)
  })
}

function expectTakenBack(row: GrantRow): TakenBack {
  const share = refundedShareMicros(row.granted_micros, (row.charges ?? []).map(toCharge))
  // An earlier release took the whole share.
  const expiredMicros = row.not_taken_micros === null ? 0n : row.expired_micros
  return exceptExpired(share, { grantedMicros: row.granted_micros, expiredMicros })
}

function toCharge({ amount, paid, refunded, lost }: ChargeText): ChargeState {
  return {
    amountMinor: BigInt(amount),
    paidMinor: BigInt(paid),
    refundedMinor: BigInt(refunded),
    lostMinor: BigInt(lost),
  }
}

function toDrift(row: DriftRow): AmountDrift {
  return {
    ownerId: row.owner_id,
    what: row.what,
    expectedMicros: row.expected_micros,
    actualMicros: row.actual_micros,
  }
}
