import type { Secret } from '@gatehouse/runtime/secret'
import { Stripe } from 'stripe'

export type StripeOptions = { apiKey: Secret; apiUrl?: string | undefined }

/** The API version that the SDK's types describe, and that the webhook is registered with. */
export const providerApiVersion = '2023-10-16'

export function createStripe({ apiKey, apiUrl }: StripeOptions): Stripe {
  return new Stripe(apiKey.reveal(), {
    apiVersion: providerApiVersion,
    telemetry: false,
    timeout: 10_000,
    maxNetworkRetries: 2,
    ...(apiUrl === undefined ? {} : toAddress(new URL(apiUrl))),
  })
}

function toAddress({ protocol, hostname, port }: URL): Stripe.StripeConfig {
  const isPlain = protocol === 'http:'
  return { host: hostname, port: port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' }
}
