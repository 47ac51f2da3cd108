// Cards that customers have saved for payments without them.
import type { Stripe } from 'stripe'
import { type SimAccount, nowOf } from '../account/sim-account.ts'
import { noSuch } from '../wire/refusal.ts'

/** A card that the customer uses again is saved again, as the provider does. */
export function saveCard(account: SimAccount, customer: string): void {
  const cards = account.savedCards.get(customer) ?? []
  cards.push(newCard(account, customer))
  account.savedCards.set(customer, cards)
}

/** Throws the provider's error unless the card is one of the customer. */
export function requireCard(account: SimAccount, customer: string | null, id: string): void {
  const cards = account.savedCards.get(customer ?? '') ?? []
  if (!cards.some((card) => card.id === id)) throw noSuch('PaymentMethod', id, 'payment_method')
}

function newCard(account: SimAccount, customer: string): Stripe.PaymentMethod {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return {
    id: account.ids.create('pm'),
    object: 'payment_method',
    billing_details: { address, email: null, name: null, phone: null },
    card: {
      brand: 'visa',
      checks: null,
      country: 'DE',
      exp_month: 12,
      exp_year: 2040,
      fingerprint: null,
      funding: 'credit',
      last4: '4242',
      networks: null,
      three_d_secure_usage: null,
      wallet: null,
      display_brand: 'visa',
    },
    created: nowOf(account),
    customer,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}
