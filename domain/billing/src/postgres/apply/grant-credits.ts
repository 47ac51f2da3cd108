import { formatCredits } from '@gatehouse/credits/credit'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { assert } from '@gatehouse/runtime/assert'
import type { Applying } from './applying.ts'

export type PaidGrant = {
  companyId: string
  businessKey: `${string}:${string}`
  type: 'PACK_PURCHASE' | 'SUBSCRIPTION_GRANT'
  amountMicros: bigint
  expiresAt?: Date
  purchaseId?: string
  providerInvoiceId?: string | null
}

/** Once for each business key, whoever comes first: the row is written before the credits move. */
export async function grantCredits(applying: Applying, grant: PaidGrant): Promise<void> {
  const { tx, ids, book } = applying
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
  const posted = await postTransfer(ids, tx, {
    owner: { id: grant.companyId, kind: 'COMPANY' },
    businessKey: grant.businessKey,
    kind: 'grant',
    type: grant.type,
    amountMicros: grant.amountMicros,
    ...(grant.expiresAt ? { expiresAt: grant.expiresAt } : {}),
  })
  assert(posted.isNew, 'the ledger has a grant that billing does not know')
  book.companyIds.add(grant.companyId)
  book.effects.push(`${grant.type} ${grant.businessKey} +${formatCredits(grant.amountMicros)}`)
}
