import { formatCredits } from '@gatehouse/credits/credit'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import type { Transfer } from '@gatehouse/credits/transfer'
import { assert } from '@gatehouse/runtime/assert'
import type { LeftPeriod } from '../rules/grants-of-invoice.ts'
import type { ApplyContext } from './apply-context.ts'

export type PaidGrant = {
  companyId: string
  businessKey: `${string}:${string}`
  type: 'PACK_PURCHASE' | 'SUBSCRIPTION_GRANT'
  /** Negative for the unused time of a plan that was changed or cancelled. */
  amountMicros: bigint
  expiresAt?: Date
  purchaseId?: string
  providerInvoiceId?: string | null
  /** An older key under which the same grant may exist. */
  formerKey?: string
  leftPeriod?: LeftPeriod
}

/**
 * Grants at most once per business key: the row is inserted before the credits move, and a concurrent duplicate is a
 * no-op.
 */
export async function grantCredits(context: ApplyContext, grant: PaidGrant): Promise<void> {
  const { tx, ids, effects } = context
  if (grant.formerKey !== undefined && (await isGranted(context, grant.formerKey))) return
  const inserted = await tx
    .insertInto('paid_grants')
    .values({
      business_key: grant.businessKey,
      company_id: grant.companyId,
      purchase_id: grant.purchaseId ?? null,
      provider_invoice_id: grant.providerInvoiceId ?? null,
      granted_micros: grant.amountMicros,
    })
    .onConflict((conflict) => conflict.column('business_key').doNothing())
    .returning('business_key')
    .executeTakeFirst()
  if (!inserted) return
  const posted = await postTransfer(ids, tx, await toTransfer(context, grant))
  assert(posted.isNew, 'the ledger has a grant that is missing in billing')
  effects.companyIds.add(grant.companyId)
  const sign = grant.amountMicros > 0n ? '+' : ''
  effects.summary.push(`${grant.type} ${grant.businessKey} ${sign}${formatCredits(grant.amountMicros)}`)
}

async function isGranted({ tx }: ApplyContext, businessKey: string): Promise<boolean> {
  const known = await tx
    .selectFrom('paid_grants')
    .select('business_key')
    .where('business_key', '=', businessKey)
    .executeTakeFirst()
  return known !== undefined
}

async function toTransfer(context: ApplyContext, grant: PaidGrant): Promise<Transfer> {
  const { companyId, businessKey, type, amountMicros, expiresAt } = grant
  const common = { owner: { id: companyId, kind: 'COMPANY' as const }, businessKey }
  if (amountMicros > 0n)
    return { ...common, kind: 'grant', type, amountMicros, ...(expiresAt ? { expiresAt } : {}) }
  const lotKey = grant.leftPeriod && (await findPeriodKey(context, grant.leftPeriod))
  return {
    ...common,
    kind: 'removal',
    type: 'SUBSCRIPTION_GRANT',
    amountMicros: -amountMicros,
    reason: 'the unused time of a plan was credited',
    ...(lotKey === undefined ? {} : { firstFromLotOf: lotKey }),
  }
}

/**
 * Finds the grant of the period that a plan change or cancellation cut short, so that credits are removed from its lot
 * first. The key of a period's grant contains the period's start.
 */
async function findPeriodKey(
  { tx }: ApplyContext,
  { subscriptionItemId, priceId, at }: LeftPeriod,
): Promise<string | undefined> {
  const rows = await tx
    .selectFrom('paid_grants')
    .select('business_key')
    .where('business_key', '>=', `sub:${subscriptionItemId}:`)
    .where('business_key', '<', `sub:${subscriptionItemId};`)
    .execute()
  const starts = rows.flatMap(({ business_key: key }) => {
    const [, , start, price] = key.split(':')
    return price === priceId && Number(start) * 1_000 <= at.getTime() ? [{ key, start: Number(start) }] : []
  })
  return starts.sort((left, right) => right.start - left.start)[0]?.key
}
