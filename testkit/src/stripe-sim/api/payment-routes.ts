import type { Stripe } from 'stripe'
import { type SimAccount, type StoredCharge, idOf } from '../account/sim-account.ts'
import { refundCharge } from '../lifecycle/refund-charge.ts'
import type { ApiCall, ApiRoute } from '../wire/api-route.ts'
import type { FormParams } from '../wire/form-params.ts'
import { listPage, listParams, matching } from '../wire/list-page.ts'
import { findOrRefuse, invalid, missingParam } from '../wire/refusal.ts'

export const paymentRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/v1/payment_intents',
    params: ['customer', ...listParams],
    answer: ({ account, params }) =>
      listPage(matching(account.paymentIntents, params, ['customer']), params, '/v1/payment_intents'),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    params: [],
    answer: ({ account, id }) => findOrRefuse(account.paymentIntents, { what: 'payment_intent', id }),
  },
  {
    method: 'GET',
    path: '/v1/charges',
    params: ['customer', 'payment_intent', ...listParams],
    answer: ({ account, params }) =>
      listPage(matching(account.charges, params, ['customer', 'payment_intent']), params, '/v1/charges'),
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    params: [],
    answer: ({ account, id }) => findOrRefuse(account.charges, { what: 'charge', id }),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    params: ['charge', 'payment_intent', 'amount', 'reason', 'metadata'],
    answer: createRefund,
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    params: ['charge', 'payment_intent', ...listParams],
    answer: ({ account, params }) =>
      listPage(matching(account.refunds, params, ['charge', 'payment_intent']), params, '/v1/refunds'),
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    params: [],
    answer: ({ account, id }) => findOrRefuse(account.refunds, { what: 'refund', id }),
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    params: ['charge', 'payment_intent', ...listParams],
    answer: ({ account, params }) =>
      listPage(matching(account.disputes, params, ['charge', 'payment_intent']), params, '/v1/disputes'),
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    params: [],
    answer: ({ account, id }) => findOrRefuse(account.disputes, { what: 'dispute', id }),
  },
]

const reasons: readonly Stripe.Refund.Reason[] = ['duplicate', 'fraudulent', 'requested_by_customer']

function createRefund({ account, params }: ApiCall): Stripe.Refund {
  const reason = params.text('reason')
  const known = reasons.find((candidate) => candidate === reason)
  if (reason !== undefined && known === undefined) throw invalid(`Invalid reason: ${reason}`, 'reason')
  return refundCharge(account, chargeFor(account, params), {
    amount: params.integer('amount'),
    reason: known,
    metadata: params.metadata(),
  })
}

function chargeFor(account: SimAccount, params: FormParams): StoredCharge {
  const id = params.text('charge')
  if (id !== undefined) return findOrRefuse(account.charges, { what: 'charge', id, param: 'charge' })
  const intentId = params.text('payment_intent')
  if (intentId === undefined) throw missingParam('payment_intent')
  const order = { what: 'payment_intent', id: intentId, param: 'payment_intent' }
  const charge = account.charges.get(idOf(findOrRefuse(account.paymentIntents, order).latest_charge) ?? '')
  if (!charge?.paid) throw invalid('This PaymentIntent does not have a successful charge to refund.')
  return charge
}
