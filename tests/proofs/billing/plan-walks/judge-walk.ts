import { readAccount } from '@gatehouse/testkit/read-account'
import { expectCredits } from './expect-credits.ts'
import { closeDispute, openDisputes } from './steps.ts'
import { type Walk, deliverRest, liveSubscriptions } from './walk.ts'

export type Judgement = { more: string[]; fewer: string[]; other: string[] }

/**
 * Judges a finished walk. While its disputes are open, credits of disputed payments must not be spendable; after they
 * are closed, the balance must be right.
 */
export async function judgeWalk(walk: Walk, name: string): Promise<Judgement> {
  const judgement: Judgement = { more: [], fewer: [], other: [] }
  await deliverRest(walk)
  const spendable = await readDisputedLeft(walk)
  if (spendable > 0n) judgement.more.push(`${name}: ${spendable} of disputed payments can be spent`)
  while (openDisputes(walk).length > 0) await closeDispute(walk)
  await deliverRest(walk)
  const { balanceMicros } = await readAccount(walk.setup.postgres, walk.companyId)
  const has = Number(balanceMicros + walk.spentMicros)
  const { micros, boundMicros, dustMicros } = expectCredits(walk)
  // Floating-point error of these sums is below a tenth of a micro-credit, so a tolerance of 1 is enough.
  if (has > micros + 1) judgement.more.push(`${name}: has ${has}, is entitled to ${micros}`)
  if (has > boundMicros + 1) judgement.more.push(`${name}: has ${has}, the money paid buys ${boundMicros}`)
  if (has < micros - dustMicros) judgement.fewer.push(`${name}: has ${has}, is entitled to ${micros}`)
  const renewed = liveSubscriptions(walk).filter(
    ({ status, cancel_at_period_end }) =>
      ['active', 'trialing', 'past_due'].includes(status) && !cancel_at_period_end,
  )
  if (renewed.length > 1) judgement.other.push(`${name}: ${renewed.length} subscriptions are renewed`)
  return judgement
}

/** Credits left in the lots of payments with an open dispute. */
async function readDisputedLeft(walk: Walk): Promise<bigint> {
  const charges = openDisputes(walk).map(({ charge }) => charge)
  const { rows } = await walk.setup.postgres.query<{ left: bigint }>(
    `select coalesce(sum(l.remaining_micros), 0)::bigint as left
       from provider_charges c
       join paid_grants g on g.purchase_id = c.purchase_id or g.provider_invoice_id = c.provider_invoice_id
       join credit_lots l on l.owner_id = g.company_id and (l.source_key = g.business_key
         or starts_with(l.source_key, 'dispute-release:' || coalesce(g.purchase_id::text, g.business_key) || ':'))
      where c.provider_charge_id = any ($1::text[]) and g.business_key !~ '^(trial|free):'`,
    [charges],
  )
  return rows[0]?.left ?? 0n
}
