// Creates the provider's product and price for an offer. Idempotent, also under concurrency: we choose the product's
// id, and the price is found by its lookup key.
import { Fault } from '@gatehouse/runtime/fault'
import type { PaymentProvider } from './payment-provider.ts'

export type Priceable = {
  kind: 'pack' | 'plan'
  id: string
  name: string
  priceMinor: bigint
  currency: string
  interval?: 'month' | 'year'
}

export type Pricing = { productId: string; priceId: string }

export async function ensurePricing(provider: PaymentProvider, offer: Priceable): Promise<Pricing> {
  const { kind, id, name, currency, priceMinor, interval } = offer
  const productId = await provider.ensureProduct({ id: `gatehouse_${kind}_${id}`, name })
  const lookupKey = `gatehouse_${kind}_${id}_${currency}_${priceMinor}`
  const known = await provider.findPrice(lookupKey)
  if (known !== undefined) return { productId, priceId: known }
  const price = { productId, lookupKey, amountMinor: priceMinor, currency, ...(interval ? { interval } : {}) }
  try {
    return { productId, priceId: await provider.createPrice(price) }
  } catch (thrown) {
    // The lookup key was taken in the meantime, by a concurrent call for the same offer.
    const made =
      thrown instanceof Fault && thrown.kind === 'invalid' ? await provider.findPrice(lookupKey) : undefined
    if (made === undefined) throw thrown
    return { productId, priceId: made }
  }
}
