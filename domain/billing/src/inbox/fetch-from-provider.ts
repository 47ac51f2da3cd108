// Fetches what a fact needs from the provider before it is applied. This happens outside the transaction, which must
// never wait for a remote service.
import type { ProviderFact } from '../facts/provider-fact.ts'
import type { FetchedCharge } from '../apply/apply-charge.ts'
import type { InboxDeps } from '../billing-deps.ts'

export type Prepared = {
  fact: ProviderFact
  fetched: FetchedCharge | undefined
  /** Facts with the same key are applied one at a time. */
  lockKey: string | undefined
}

export async function fetchFromProvider(deps: InboxDeps, fact: ProviderFact): Promise<Prepared> {
  switch (fact.kind) {
    case 'checkout':
    case 'subscription':
      return { fact, fetched: undefined, lockKey: fact.customerId ?? undefined }
    case 'invoice':
      return {
        fact: await completeInvoice(deps, fact),
        fetched: undefined,
        lockKey: fact.customerId ?? undefined,
      }
    case 'charge': {
      const stored = await readRevision(deps, fact.chargeId)
      const fetched = stored?.has_failed_refund ? await fetchCharge(deps, fact.chargeId) : undefined
      return { fact, fetched, lockKey: fact.customerId ?? undefined }
    }
    case 'refund': {
      const fetched =
        fact.hasFailed && fact.chargeId !== null ? await fetchCharge(deps, fact.chargeId) : undefined
      return { fact, fetched, lockKey: fetched?.charge.customerId ?? undefined }
    }
    case 'dispute': {
      const fetched = fact.chargeId === null ? undefined : await fetchCharge(deps, fact.chargeId)
      // Dispute events can be late, and a charge can be disputed twice, so only the current state counts.
      const current = await deps.provider.readDispute(fact.disputeId)
      return { fact: current, fetched, lockKey: fetched?.charge.customerId ?? undefined }
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

async function fetchCharge(deps: InboxDeps, chargeId: string): Promise<FetchedCharge> {
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
