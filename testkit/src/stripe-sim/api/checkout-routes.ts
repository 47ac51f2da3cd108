import type { Stripe } from 'stripe'
import { type SessionOrder, type SimAccount, idOf, nowOf } from '../account/sim-account.ts'
import { expireSession } from '../lifecycle/complete-session.ts'
import { newCheckoutSession, sessionLifetimeSeconds } from '../objects/new-checkout-session.ts'
import { newPrice, newProduct } from '../objects/new-price.ts'
import type { ApiCall, ApiRoute } from '../wire/api-route.ts'
import type { FormParams } from '../wire/form-params.ts'
import { listPage, listParams, matching } from '../wire/list-page.ts'
import { findOrRefuse, invalid, missingParam } from '../wire/refusal.ts'

const sessionParams =
  `mode line_items success_url cancel_url client_reference_id customer customer_email customer_creation metadata
  payment_intent_data subscription_data payment_method_types expires_at invoice_creation allow_promotion_codes
  locale`.split(/\s+/)

export const checkoutRoutes: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    params: sessionParams,
    answer: createSession,
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    params: ['customer', 'payment_intent', 'subscription', 'status', ...listParams],
    answer: listSessions,
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    params: [],
    answer: ({ account, id }) => findOrRefuse(account.sessions, { what: 'session', id }),
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    params: [],
    answer: ({ account, id }) => expireSession(account, id),
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    params: listParams,
    answer: ({ account, params, id }) =>
      listPage(account.lineItems.get(id) ?? [], params, `/v1/checkout/sessions/${id}/line_items`),
  },
]

function createSession({ account, params }: ApiCall): Stripe.Checkout.Session {
  const mode = params.requiredText('mode')
  if (mode !== 'payment' && mode !== 'subscription') throw invalid(`Invalid mode: ${mode}`, 'mode')
  const successUrl = params.requiredText('success_url')
  const lineItems = params.records('line_items').map((item) => readLineItem(account, item))
  if (lineItems.length === 0) throw missingParam('line_items')
  requireFittingPrices(mode, lineItems)
  const customer = params.text('customer') ?? null
  if (customer !== null)
    findOrRefuse(account.customers, { what: 'customer', id: customer, param: 'customer' })
  const total = lineItems.reduce((sum, { amount_total }) => sum + amount_total, 0)
  const invoicing = params.record('invoice_creation')
  invoicing?.allow(['enabled', 'invoice_data'])
  const isInvoiceCreated = invoicing?.flag('enabled') ?? false
  const invoiceMetadata = invoicing?.record('invoice_data')?.metadata() ?? {}
  const session = newCheckoutSession(account, {
    mode,
    amount_subtotal: total,
    amount_total: total,
    currency: lineItems[0]?.currency ?? null,
    cancel_url: params.text('cancel_url') ?? null,
    success_url: successUrl,
    client_reference_id: params.text('client_reference_id') ?? null,
    customer,
    customer_email: params.text('customer_email') ?? null,
    customer_creation: customer === null ? 'if_required' : null,
    expires_at: params.integer('expires_at') ?? nowOf(account) + sessionLifetimeSeconds,
    invoice_creation: mode === 'payment' ? invoiceCreation(isInvoiceCreated, invoiceMetadata) : null,
    metadata: params.metadata(),
    payment_method_types: params.has('payment_method_types') ? params.list('payment_method_types') : ['card'],
  })
  account.sessions.set(session.id, session)
  account.lineItems.set(session.id, lineItems)
  rememberOrder(account, session.id, { params, isInvoiceCreated, invoiceMetadata })
  account.agenda.enter(session.expires_at, () => {
    if (session.status === 'open') expireSession(account, session.id)
  })
  return session
}

function rememberOrder(
  account: SimAccount,
  sessionId: string,
  {
    params,
    ...invoicing
  }: { params: FormParams } & Pick<SessionOrder, 'invoiceMetadata' | 'isInvoiceCreated'>,
): void {
  const [payment, subscription] = [params.record('payment_intent_data'), params.record('subscription_data')]
  payment?.allow(['metadata', 'description', 'setup_future_usage', 'receipt_email'])
  subscription?.allow(['metadata', 'description', 'trial_period_days'])
  account.orders.set(sessionId, {
    paymentIntentMetadata: payment?.metadata() ?? {},
    subscriptionMetadata: subscription?.metadata() ?? {},
    trialDays: subscription?.integer('trial_period_days') ?? 0,
    isCardSaved: payment?.text('setup_future_usage') === 'off_session',
    ...invoicing,
  })
}

function requireFittingPrices(mode: 'payment' | 'subscription', items: readonly Stripe.LineItem[]): void {
  const hasRecurring = items.some(({ price }) => price?.type === 'recurring')
  if (mode === 'payment' && hasRecurring)
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'mode',
    )
  if (mode === 'subscription' && !hasRecurring)
    throw invalid('You must provide at least one recurring price in `subscription` mode.', 'mode')
}

function readLineItem(account: SimAccount, params: FormParams): Stripe.LineItem {
  params.allow(['price', 'price_data', 'quantity'])
  const price = priceFor(account, params)
  const quantity = params.integer('quantity') ?? 1
  const amount = (price.unit_amount ?? 0) * quantity
  return {
    id: account.ids.create('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: account.products.get(idOf(price.product))?.name ?? '',
    price: structuredClone(price),
    quantity,
  }
}

function priceFor(account: SimAccount, params: FormParams): Stripe.Price {
  const data = params.record('price_data')
  if (!data) {
    const id = params.requiredText('price')
    const price = findOrRefuse(account.prices, { what: 'price', id, param: 'line_items[0][price]' })
    if (!price.active)
      throw invalid(`The price specified is inactive. This field only accepts active prices.`, 'line_items')
    return price
  }
  data.allow(['currency', 'unit_amount', 'product', 'product_data'])
  const productData = data.record('product_data')
  const product = productData
    ? newProduct(account, { id: account.ids.create('prod'), name: productData.requiredText('name') })
    : findOrRefuse(account.products, { what: 'product', id: data.requiredText('product'), param: 'product' })
  account.products.set(product.id, product)
  const price = newPrice(account, {
    product: product.id,
    currency: data.requiredText('currency'),
    unit_amount: data.integer('unit_amount') ?? 0,
    recurring: null,
    active: false,
  })
  account.prices.set(price.id, price)
  return price
}

function invoiceCreation(
  isEnabled: boolean,
  metadata: Stripe.Metadata,
): Stripe.Checkout.Session.InvoiceCreation {
  return {
    enabled: isEnabled,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: isEnabled ? metadata : null,
      rendering_options: null,
    },
  }
}

function listSessions({ account, params }: ApiCall): Stripe.ApiList<Stripe.Checkout.Session> {
  const found = matching(account.sessions, params, ['customer', 'payment_intent', 'subscription', 'status'])
  return listPage(found, params, '/v1/checkout/sessions')
}
