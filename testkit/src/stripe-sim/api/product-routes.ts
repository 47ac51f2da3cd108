import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { type SimAccount, nowOf } from '../account/sim-account.ts'
import { newPrice, newProduct } from '../objects/new-price.ts'
import type { ApiCall, ApiRoute } from '../wire/api-route.ts'
import type { FormParams } from '../wire/form-params.ts'
import { listPage, listParams } from '../wire/list-page.ts'
import { findOrRefuse, invalid } from '../wire/refusal.ts'

const settable = ['name', 'active', 'description', 'metadata', 'unit_label', 'statement_descriptor', 'url']

export const productRoutes: readonly ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/products',
    params: ['id', 'type', 'tax_code', 'default_price_data', ...settable],
    answer: createProduct,
  },
  { method: 'GET', path: '/v1/products', params: ['active', 'ids', ...listParams], answer: listProducts },
  { method: 'GET', path: '/v1/products/:id', params: [], answer: findProduct },
  {
    method: 'POST',
    path: '/v1/products/:id',
    params: ['default_price', 'tax_code', ...settable],
    answer: updateProduct,
  },
  { method: 'DELETE', path: '/v1/products/:id', params: [], answer: deleteProduct },
]

function createProduct({ account, params }: ApiCall): Stripe.Product {
  const name = params.requiredText('name')
  const id = params.text('id') ?? account.ids.create('prod')
  if (account.products.has(id)) throw invalid(`Product already exists.`, 'id', 'resource_already_exists')
  const product = newProduct(account, {
    id,
    name,
    active: params.flag('active') ?? true,
    description: params.text('description') ?? null,
    metadata: params.metadata(),
    unit_label: params.text('unit_label') ?? null,
    tax_code: params.text('tax_code') ?? null,
  })
  account.products.set(id, product)
  const priceData = params.record('default_price_data')
  if (priceData) product.default_price = createDefaultPrice(account, product, priceData).id
  emitEvent(account, 'product.created', product)
  return product
}

function createDefaultPrice(account: SimAccount, product: Stripe.Product, params: FormParams): Stripe.Price {
  params.allow(['currency', 'unit_amount'])
  const price = newPrice(account, {
    product: product.id,
    currency: params.requiredText('currency'),
    unit_amount: params.integer('unit_amount') ?? 0,
    recurring: null,
  })
  account.prices.set(price.id, price)
  return price
}

function findProduct({ account, id }: ApiCall): Stripe.Product {
  return findOrRefuse(account.products, { what: 'product', id })
}

function updateProduct(call: ApiCall): Stripe.Product {
  const { account, params } = call
  const product = findProduct(call)
  product.name = params.text('name') ?? product.name
  product.active = params.flag('active') ?? product.active
  product.description = params.text('description') ?? product.description
  product.default_price = params.text('default_price') ?? product.default_price ?? null
  product.metadata = params.metadata('metadata', product.metadata)
  product.updated = nowOf(account)
  emitEvent(account, 'product.updated', product)
  return product
}

function listProducts({ account, params }: ApiCall): Stripe.ApiList<Stripe.Product> {
  const [active, ids] = [params.flag('active'), params.list('ids')]
  const found = [...account.products.values()].filter(
    (product) =>
      (active === undefined || product.active === active) && (ids.length === 0 || ids.includes(product.id)),
  )
  return listPage(found, params, '/v1/products')
}

function deleteProduct(call: ApiCall): Stripe.DeletedProduct {
  const product = findProduct(call)
  if ([...call.account.prices.values()].some((price) => price.product === product.id))
    throw invalid('This product cannot be deleted because it has one or more user-created prices.')
  call.account.products.delete(product.id)
  emitEvent(call.account, 'product.deleted', product)
  return { id: product.id, object: 'product', deleted: true }
}
