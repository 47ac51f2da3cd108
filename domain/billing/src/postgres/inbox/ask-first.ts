// What has to be asked of the provider before a fact can be applied. It is asked outside of the transaction, which must
// not wait for anybody else's machine.
import type { ProviderFact } from '../../facts/provider-fact.ts'
import type { AskedCharge } from '../apply/apply-charge.ts'
import type { InboxDeps } from './inbox-deps.ts'

export type Prepared = {
  fact: ProviderFact
  asked: AskedCharge | undefined
  /** Whose facts are applied one after the other. */
  lockKey: string | undefined
}

export async function askFirst(deps: InboxDeps, fact: ProviderFact): Promise<Prepared> {
  switch (fact.kind) {
    case 'checkout':
    case 'subscription':
      return { fact, asked: undefined, lockKey: fact.customerId ?? undefined }
    case 'invoice':
      return {
        fact: await completeInvoice(deps, fact),
        asked: undefined,
        lockKey: fact.customerId ?? undefined,
      }
    case 'charge': {
      const stored = await readRevision(deps, fact.chargeId)
      const asked = stored?.has_failed_refund ? await askCharge(deps, fact.chargeId) : undefined
      return { fact, asked, lockKey: fact.customerId ?? undefined }
    }
    case 'refund': {
      const asked =
        fact.hasFailed && fact.chargeId !== null ? await askCharge(deps, fact.chargeId) : undefined
      return { fact, asked, lockKey: asked?.charge.customerId ?? undefined }
    }
    case 'dispute': {
      const asked = fact.chargeId === null ? undefined : await askCharge(deps, fact.chargeId)
      // Its messages may come late, and a charge can be disputed again: only how it stands now counts.
      const current = await deps.provider.readDispute(fact.disputeId)
      return { fact: current, asked, lockKey: asked?.charge.customerId ?? undefined }
    }
  }
}

async function completeInvoice(
  { provider }: InboxDeps,
  fact: Extract<ProviderFact, { kind: 'invoice' }>,
): Promise<ProviderFact> {
  if (!fact.hasMoreLines || fact.invoiceId === null || fact.status !== 'PAID') return fact
  const { lines } = await provider.readInvoice(fact.invoiceId)
  return { ...fact, lines, hasMoreLines: false }
}

async function askCharge(deps: InboxDeps, chargeId: string): Promise<AskedCharge> {
  const stored = await readRevision(deps, chargeId)
  return { charge: await deps.provider.readCharge(chargeId), revision: stored?.revision ?? null }
}

async function readRevision({ database }: InboxDeps, chargeId: string) {
  return database
    .selectFrom('provider_charges')
    .select(['revision', 'has_failed_refund'])
    .where('provider_charge_id', '=', chargeId)
    .executeTakeFirst()
}
