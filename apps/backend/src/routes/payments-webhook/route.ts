import type { Billing } from '@gatehouse/billing/open-billing'
import { defineRoute, type Route } from '@gatehouse/http/define-route'

// One message for every signature error: the details would help only a forger.
const refusal = 'Webhook Error: signature header is missing or invalid'
const bodyLimitBytes = 4 * 1_048_576

/**
 * Receives events from the payment provider. Responds with 200 once an event is stored durably and an attempt was made
 * to apply it; from then on retrying is our responsibility. Any other status makes the provider send the event again,
 * and is used only if the event could not be stored.
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
      if (!event) return reply.code(400).header('content-type', 'text/plain; charset=utf-8').send(refusal)
      await inbox.receive(event)
      return { received: true }
    },
  })
}
