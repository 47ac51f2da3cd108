// While a payment is disputed, what is left of the credits it bought cannot be spent: it is taken out of the account, and put
// back when the dispute is over. If the dispute was lost, the refund that follows takes it for good.
import { formatCredits } from '@gatehouse/credits/credit'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { readLotsLeft } from '@gatehouse/credits/read-lots-left'
import { assert } from '@gatehouse/runtime/assert'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import type { Applying } from './applying.ts'

export type GrantRow = Selectable<Tables['paid_grants']>

/** The lot in which the credits of a grant are: its own, or the one in which they came back from the last hold. */
export function currentLotKey(grant: GrantRow): string {
  return grant.holds > 0 ? releaseKey(grant) : grant.business_key
}

export async function holdLeft(applying: Applying, grant: GrantRow): Promise<void> {
  const { tx, ids, book } = applying
  const { amountMicros } = await readLeft(applying, grant)
  if (amountMicros <= 0n) return
  const holds = grant.holds + 1
  const posted = await postTransfer(ids, tx, {
    owner: { id: grant.company_id, kind: 'COMPANY' },
    businessKey: `dispute-hold:${nameOf(grant)}:${holds}`,
    kind: 'removal',
    type: 'REFUND',
    amountMicros,
    reason: 'the payment is disputed',
    firstFromLotOf: currentLotKey(grant),
  })
  assert(posted.isNew, 'the ledger has a hold that billing does not know')
  await write(applying, grant, { held_micros: amountMicros, holds })
  book.companyIds.add(grant.company_id)
  book.effects.push(
    `REFUND of ${grant.business_key} ${formatCredits(-amountMicros)}, held while it is disputed`,
  )
}

export async function releaseHeld(applying: Applying, grant: GrantRow): Promise<GrantRow> {
  const { tx, ids, book } = applying
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
  assert(posted.isNew, 'the ledger has released a hold that billing does not know')
  await write(applying, grant, { held_micros: 0n, holds: grant.holds })
  book.companyIds.add(grant.company_id)
  book.effects.push(`REFUND of ${grant.business_key} +${formatCredits(grant.held_micros)}, held no longer`)
  return { ...grant, held_micros: 0n }
}

/**
 * Of a pack, not less than what calls cannot have spent: in debt, which facts that come out of order can cause for a moment, a
 * lot may have been used up by what another lot would have paid.
 */
async function readLeft({ tx }: Applying, grant: GrantRow): Promise<{ amountMicros: bigint }> {
  const left = await readLotsLeft(tx, grant.company_id, [grant.business_key, currentLotKey(grant)])
  if (grant.granted_micros < 0n || left.isExpired) return { amountMicros: 0n }
  const unspent = grant.granted_micros - grant.revoked_micros - left.spentMicros
  const isMore = grant.purchase_id !== null && unspent > left.remainingMicros
  return { amountMicros: isMore ? unspent : left.remainingMicros }
}

function releaseKey(grant: GrantRow): `${string}:${string}` {
  return `dispute-release:${nameOf(grant)}:${grant.holds}`
}

function nameOf({ purchase_id, business_key }: GrantRow): string {
  return purchase_id ?? business_key
}

async function write(
  { tx }: Applying,
  { business_key }: GrantRow,
  state: Pick<GrantRow, 'held_micros' | 'holds'>,
): Promise<void> {
  await tx.updateTable('paid_grants').set(state).where('business_key', '=', business_key).execute()
}
