import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { type SimAccount, idOf } from '../account/sim-account.ts'
import { newPrice, newProduct } from '../objects/new-price.ts'
import type { ApiCall, ApiRoute } from '../wire/api-route.ts'
import type { FormParams } from '../wire/form-params.ts'
import { listPage, listParams } from '../wire/list-page.ts'
import { findOrRefuse, invalid, missingParam } from '../wire/refusal.ts'

const settable = ['active', 'lookup_key', 'transfer_lookup_key', 'metadata', 'nickname', 'tax_behavior']

export const priceRoutes: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/prices',
    params: ['currency', 'product', 'product_data', 'unit_amount', 'recurring', ...settable],
    answer: createPrice,
  },
  {
    method: 'GET',
    path: '/v1/prices',
    params: ['active', 'currency', 'lookup_keys', 'product', 'type', ...listParams],
    answer: listPrices,
  },
  {
    method: 'GET',
    path: '/v1/prices/:id',
    params: [],
    answer: ({ account, id }) => findOrRefuse(account.prices, { what: 'price', id }),
  },
  { method: 'POST', path: '/v1/prices/:id', params: settable, answer: updatePrice },
]

function createPrice({ account, params }: ApiCall): Stripe.Price {
  const currency = params.requiredText('currency').toLowerCase()
  const unitAmount = params.integer('unit_amount')
  if (unitAmount === undefined) throw missingParam('unit_amount')
  if (unitAmount < 0) throw invalid('This value must be greater than or equal to 0.', 'unit_amount')
  const recurring = readRecurring(params.record('recurring'))
  const product = productFor(account, params)
  const price = newPrice(account, {
    product,
    currency,
    unit_amount: unitAmount,
    recurring,
    lookup_key: claimLookupKey(account, params),
    nickname: params.text('nickname') ?? null,
    active: params.flag('active') ?? true,
    metadata: params.metadata(),
  })
  account.prices.set(price.id, price)
  emitEvent(account, 'price.created', price)
  return price
}

function productFor(account: SimAccount, params: FormParams): string {
  const id = params.text('product')
  if (id !== undefined) return findOrRefuse(account.products, { what: 'product', id, param: 'product' }).id
  const data = params.record('product_data')
  if (!data) throw missingParam('product')
  const product = newProduct(account, {
    id: data.text('id') ?? account.ids.create('prod'),
    name: data.requiredText('name'),
    metadata: data.metadata(),
  })
  account.products.set(product.id, product)
  emitEvent(account, 'product.created', product)
  return product.id
}

/** A lookup key belongs to one price; only an explicit transfer moves it. */
function claimLookupKey(account: SimAccount, params: FormParams): string | null {
  const key = params.text('lookup_key')
  if (key === undefined || key === '') return null
  const holder = [...account.prices.values()].find((price) => price.lookup_key === key)
  if (!holder) return key
  if (params.flag('transfer_lookup_key') !== true)
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    )
  holder.lookup_key = null
  emitEvent(account, 'price.updated', holder, { previous: { lookup_key: key } })
  return key
}

function readRecurring(params: FormParams | undefined): Stripe.Price.Recurring | null {
  if (!params) return null
  params.allow(['interval', 'interval_count', 'usage_type', 'trial_period_days'])
  const interval = params.requiredText('interval')
  if (interval !== 'day' && interval !== 'week' && interval !== 'month' && interval !== 'year')
    throw invalid(
      'Invalid recurring[interval]: must be one of day, month, week, or year',
      'recurring[interval]',
    )
  return {
    aggregate_usage: null,
    interval,
    interval_count: params.integer('interval_count') ?? 1,
    meter: null,
    trial_period_days: params.integer('trial_period_days') ?? null,
    usage_type: 'licensed',
  }
}

function updatePrice({ account, params, id }: ApiCall): Stripe.Price {
  const price = findOrRefuse(account.prices, { what: 'price', id })
  if (params.text('lookup_key') !== price.lookup_key && params.has('lookup_key'))
    price.lookup_key = claimLookupKey(account, params)
  price.active = params.flag('active') ?? price.active
  price.nickname = params.text('nickname') ?? price.nickname
  price.metadata = params.metadata('metadata', price.metadata)
  emitEvent(account, 'price.updated', price)
  return price
}

function listPrices({ account, params }: ApiCall): Stripe.ApiList<Stripe.Price> {
  const keys = params.list('lookup_keys')
  if (keys.length > 10) throw invalid('You may only specify up to 10 lookup keys.', 'lookup_keys')
  const wanted: [string | undefined, (price: Stripe.Price) => string][] = [
    [params.text('product'), (price) => idOf(price.product)],
    [params.text('active'), (price) => String(price.active)],
    [params.text('type'), (price) => price.type],
    [params.text('currency'), (price) => price.currency],
  ]
  const found = [...account.prices.values()].filter(
    (price) =>
      wanted.every(([value, read]) => value === undefined || value === read(price)) &&
      (keys.length === 0 || keys.includes(price.lookup_key ?? '')),
  )
  return listPage(found, params, '/v1/prices')
}
