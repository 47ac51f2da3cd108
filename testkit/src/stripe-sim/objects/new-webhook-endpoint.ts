import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from '../account/sim-account.ts'

export function newWebhookEndpoint(
  account: SimAccount,
  values: Pick<Stripe.WebhookEndpoint, 'url' | 'enabled_events' | 'api_version'> & { secret: string },
): Stripe.WebhookEndpoint {
  return {
    id: account.ids.create('we'),
    object: 'webhook_endpoint',
    application: null,
    created: nowOf(account),
    description: null,
    livemode: false,
    metadata: {},
    status: 'enabled',
    ...values,
  }
}
