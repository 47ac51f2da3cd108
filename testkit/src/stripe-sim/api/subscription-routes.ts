import type { Stripe } from 'stripe'
import { type SimAccount, idOf, nowOf } from '../account/sim-account.ts'
import {
  type ItemChange,
  type ProrationBehaviour,
  changePlan,
  creditUnusedTime,
} from '../lifecycle/change-plan.ts'
import { changeSubscription, endSubscription, isOver } from '../lifecycle/change-subscription.ts'
import { startNextPeriod } from '../lifecycle/renew-subscription.ts'
import { startSubscription } from '../lifecycle/start-subscription.ts'
import type { ApiCall, ApiRoute } from '../wire/api-route.ts'
import type { FormParams } from '../wire/form-params.ts'
import { listPage, listParams, matching } from '../wire/list-page.ts'
import { findOrRefuse, invalid, missingParam, Refusal } from '../wire/refusal.ts'

const createParams =
  'customer items metadata trial_period_days collection_method days_until_due trial_settings payment_behavior'.split(
    ' ',
  )
const updateParams =
  'items metadata proration_behavior cancel_at_period_end pause_collection trial_end payment_behavior'.split(
    ' ',
  )

export const subscriptionRoutes: readonly ApiRoute[] = [
  { method: 'POST', path: '/v1/subscriptions', params: createParams, answer: createSubscription },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    params: ['customer', 'status', ...listParams],
    answer: listSubscriptions,
  },
  { method: 'GET', path: '/v1/subscriptions/:id', params: [], answer: findSubscription },
  { method: 'POST', path: '/v1/subscriptions/:id', params: updateParams, answer: updateSubscription },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: ['invoice_now', 'prorate', 'cancellation_details'],
    answer: cancelSubscription,
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    params: ['billing_cycle_anchor', 'proration_behavior'],
    answer: resumeSubscription,
  },
]

function findSubscription({ account, id }: ApiCall): Stripe.Subscription {
  return findOrRefuse(account.subscriptions, { what: 'subscription', id })
}

function listSubscriptions({ account, params }: ApiCall): Stripe.ApiList<Stripe.Subscription> {
  const status = params.text('status')
  // Canceled subscriptions are listed only on request.
  const found = matching(account.subscriptions, params, ['customer']).filter((subscription) => {
    if (status === 'all') return true
    return status === undefined ? subscription.status !== 'canceled' : subscription.status === status
  })
  return listPage(found, params, '/v1/subscriptions')
}

function createSubscription({ account, params }: ApiCall): Stripe.Subscription {
  const customer = params.requiredText('customer')
  findOrRefuse(account.customers, { what: 'customer', id: customer, param: 'customer' })
  const items = params.records('items').map((item) => readNewItem(account, item))
  if (items.length === 0) throw missingParam('items')
  const isSent = params.text('collection_method') === 'send_invoice'
  const daysUntilDue = params.integer('days_until_due')
  if (isSent && daysUntilDue === undefined) throw missingParam('days_until_due')
  return startSubscription(account, {
    customer,
    items,
    metadata: params.metadata(),
    trialDays: params.integer('trial_period_days') ?? 0,
    daysUntilDue: isSent ? daysUntilDue : undefined,
    missingPaymentMethod: readEndBehaviour(params.record('trial_settings')),
  })
}

function readNewItem(account: SimAccount, params: FormParams): { price: Stripe.Price; quantity: number } {
  params.allow(['price', 'quantity'])
  const id = params.requiredText('price')
  const price = findOrRefuse(account.prices, { what: 'price', id, param: 'items[0][price]' })
  if (!price.recurring)
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
    )
  return { price: structuredClone(price), quantity: params.integer('quantity') ?? 1 }
}

function readEndBehaviour(params: FormParams | undefined) {
  const text = params?.record('end_behavior')?.text('missing_payment_method')
  return (['cancel', 'create_invoice', 'pause'] as const).find((known) => known === text)
}

function updateSubscription(call: ApiCall): Stripe.Subscription {
  const { account, params } = call
  const subscription = findSubscription(call)
  if (isOver(subscription))
    throw new Refusal(404, {
      type: 'invalid_request_error',
      message: `No such subscription: '${subscription.id}'`,
      code: 'resource_missing',
      param: 'id',
    })
  const items = params.records('items').map((item) => readItemChange(account, subscription, item))
  const proration = readProration(params)
  for (const change of items) changePlan(account, subscription, { change, proration })
  changeSubscription(account, subscription, readChanges(account, subscription, params))
  if (params.text('trial_end') === 'now' && subscription.status === 'trialing') {
    const now = nowOf(account)
    Object.assign(subscription, { trial_end: now, current_period_end: now, billing_cycle_anchor: now })
    startNextPeriod(account, subscription)
  }
  return subscription
}

function readItemChange(
  account: SimAccount,
  subscription: Stripe.Subscription,
  params: FormParams,
): ItemChange {
  params.allow(['id', 'price', 'quantity'])
  const itemId = params.requiredText('id')
  const item = subscription.items.data.find(({ id }) => id === itemId)
  if (!item) throw invalid(`No such subscription item: '${itemId}'`, 'items[0][id]', 'resource_missing')
  const priceId = params.text('price') ?? item.price.id
  const price = findOrRefuse(account.prices, { what: 'price', id: priceId, param: 'items[0][price]' })
  return { itemId, price, quantity: params.integer('quantity') ?? item.quantity ?? 1 }
}

function readProration(params: FormParams): ProrationBehaviour {
  const text = params.text('proration_behavior') ?? 'create_prorations'
  const known = (['create_prorations', 'always_invoice', 'none'] as const).find((one) => one === text)
  if (!known) throw invalid(`Invalid proration_behavior: ${text}`, 'proration_behavior')
  return known
}

function readChanges(
  account: SimAccount,
  subscription: Stripe.Subscription,
  params: FormParams,
): Partial<Stripe.Subscription> {
  const isCancelling = params.flag('cancel_at_period_end')
  return {
    metadata: params.metadata('metadata', subscription.metadata),
    ...(isCancelling === undefined
      ? {}
      : {
          cancel_at_period_end: isCancelling,
          cancel_at: isCancelling ? subscription.current_period_end : null,
          canceled_at: isCancelling ? nowOf(account) : null,
          cancellation_details: {
            comment: null,
            feedback: null,
            reason: isCancelling ? ('cancellation_requested' as const) : null,
          },
        }),
    ...(params.has('pause_collection') ? { pause_collection: readPause(params) } : {}),
  }
}

function readPause(params: FormParams): Stripe.Subscription.PauseCollection | null {
  const pause = params.record('pause_collection')
  if (!pause) return null
  const text = pause.requiredText('behavior')
  const behavior = (['keep_as_draft', 'mark_uncollectible', 'void'] as const).find((one) => one === text)
  if (!behavior) throw invalid(`Invalid behavior: ${text}`, 'pause_collection[behavior]')
  return { behavior, resumes_at: pause.integer('resumes_at') ?? null }
}

function cancelSubscription(call: ApiCall): Stripe.Subscription {
  const subscription = findSubscription(call)
  if (isOver(subscription))
    throw invalid(`No such subscription: '${subscription.id}'`, 'id', 'resource_missing')
  if (call.params.flag('prorate') === true)
    creditUnusedTime(call.account, subscription, call.params.flag('invoice_now') === true ? 'now' : 'later')
  endSubscription(call.account, subscription, 'cancellation_requested')
  return subscription
}

function resumeSubscription(call: ApiCall): Stripe.Subscription {
  const subscription = findSubscription(call)
  if (subscription.status !== 'paused')
    throw invalid(
      `Only paused subscriptions can be resumed; ${idOf(subscription)} is ${subscription.status}.`,
    )
  startNextPeriod(call.account, subscription, 'resumed')
  return subscription
}
