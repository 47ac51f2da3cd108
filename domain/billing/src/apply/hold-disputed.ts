// While a payment is disputed, the remaining credits it bought cannot be spent: they are taken out of the account, and
// returned when the dispute closes. If the dispute is lost, the refund that follows then removes them permanently.
import { formatCredits } from '@gatehouse/credits/credit'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { readLotsLeft } from '@gatehouse/credits/read-lots-left'
import { assert } from '@gatehouse/runtime/assert'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import type { ApplyContext } from './apply-context.ts'

export type GrantRow = Selectable<Tables['paid_grants']>

/**
 * Business key of the lot that holds the grant's credits: the grant's own lot, or the one created when the last hold
 * was released.
 */
export function currentLotKey(grant: GrantRow): string {
  return grant.holds > 0 ? releaseKey(grant) : grant.business_key
}

/** Business keys of all lots that have ever held the grant's credits. */
export function lotKeysOf(grant: GrantRow): string[] {
  const releases = Array.from({ length: grant.holds }, (_, index) =>
    releaseKey({ ...grant, holds: index + 1 }),
  )
  return [grant.business_key, ...releases]
}

/** False if there is nothing to hold. */
export async function holdRemaining(context: ApplyContext, grant: GrantRow): Promise<boolean> {
  const { tx, ids, effects } = context
  const { amountMicros } = await readHoldable(context, grant)
  if (amountMicros <= 0n) return false
  const holds = grant.holds + 1
  const posted = await postTransfer(ids, tx, {
    owner: { id: grant.company_id, kind: 'COMPANY' },
    businessKey: `dispute-hold:${nameOfGrant(grant)}:${holds}`,
    kind: 'removal',
    type: 'REFUND',
    amountMicros,
    reason: 'the payment is disputed',
    firstFromLotOf: currentLotKey(grant),
  })
  assert(posted.isNew, 'the ledger has a hold that is missing in billing')
  await updateGrant(context, grant, { held_micros: amountMicros, holds })
  effects.companyIds.add(grant.company_id)
  effects.summary.push(
    `REFUND of ${grant.business_key} ${formatCredits(-amountMicros)}, held while it is disputed`,
  )
  return true
}

export async function releaseHeld(context: ApplyContext, grant: GrantRow): Promise<GrantRow> {
  const { tx, ids, effects } = context
  const { expiresAt } = await readLotsLeft(tx, grant.company_id, [grant.business_key])
  const posted = await postTransfer(ids, tx, {
    owner: { id: grant.company_id, kind: 'COMPANY' },
    businessKey: releaseKey(grant),
    kind: 'grant',
    type: 'REFUND',
    amountMicros: grant.held_micros,
    reason: 'the dispute is over',
    ...(expiresAt ? { expiresAt } : {}),
  })
  assert(posted.isNew, 'the ledger has released a hold that is missing in billing')
  await updateGrant(context, grant, { held_micros: 0n, holds: grant.holds })
  effects.companyIds.add(grant.company_id)
  effects.summary.push(`REFUND of ${grant.business_key} +${formatCredits(grant.held_micros)}, no longer held`)
  return { ...grant, held_micros: 0n }
}

/**
 * Returns how much can be held: what remains in the lot or, for a pack, at least the amount that calls cannot have
 * spent. Facts that arrive out of order can briefly put the account into debt, and that debt may have been paid from
 * this lot although another lot would have covered it.
 */
async function readHoldable({ tx }: ApplyContext, grant: GrantRow): Promise<{ amountMicros: bigint }> {
  const left = await readLotsLeft(tx, grant.company_id, [grant.business_key, currentLotKey(grant)])
  if (grant.granted_micros < 0n || left.isExpired) return { amountMicros: 0n }
  const unspent = grant.granted_micros - grant.revoked_micros - left.spentMicros
  const isMore = grant.purchase_id !== null && unspent > left.remainingMicros
  return { amountMicros: isMore ? unspent : left.remainingMicros }
}

function releaseKey(grant: GrantRow): `${string}:${string}` {
  return `dispute-release:${nameOfGrant(grant)}:${grant.holds}`
}

function nameOfGrant({ purchase_id, business_key }: GrantRow): string {
  return purchase_id ?? business_key
}

async function updateGrant(
  { tx }: ApplyContext,
  { business_key }: GrantRow,
  state: Pick<GrantRow, 'held_micros' | 'holds'>,
): Promise<void> {
  await tx.updateTable('paid_grants').set(state).where('business_key', '=', business_key).execute()
}
