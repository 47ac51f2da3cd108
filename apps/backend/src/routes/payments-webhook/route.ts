import type { Billing } from '@gatehouse/billing/open-billing'
import { defineRoute, type Route } from '@gatehouse/http/define-route'

// One text for all that can be wrong with a signature: why it was refused helps only whoever forges.
const refusal = 'Webhook Error: signature header is missing or invalid'
const bodyLimitBytes = 4 * 1_048_576

/**
 * Takes the messages of the payment provider. 200 as soon as a message is durable and was tried; from then on it is ours
 * to see it through. Anything else makes the provider send it again: that is for when it could not be written down.
 */
export function paymentsWebhookRoute({ verifyEvent, inbox }: Pick<Billing, 'verifyEvent' | 'inbox'>): Route {
  return defineRoute({
    method: 'POST',
    path: '/payments/webhook',
    statuses: [200, 400, 503],
    takesRawBody: true,
    bodyLimitBytes,
    async handle(request, reply) {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = verifyEvent(rawBody, request.headers['stripe-signature']?.toString())
      if (!event) return reply.code(400).type('text/plain; charset=utf-8').send(refusal)
      await inbox.receive(event)
      return { received: true }
    },
  })
}
