import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { nowOf } from '../account/sim-account.ts'
import { newCustomer } from '../objects/new-customer.ts'
import type { ApiCall, ApiRoute } from '../wire/api-route.ts'
import { findOrRefuse } from '../wire/refusal.ts'
import { listPage, listParams } from '../wire/list-page.ts'

const settable = ['email', 'name', 'description', 'metadata', 'phone', 'balance', 'preferred_locales']

export const customerRoutes: readonly ApiRoute[] = [
  { method: 'POST', path: '/v1/customers', params: settable, answer: createCustomer },
  { method: 'GET', path: '/v1/customers', params: ['email', ...listParams], answer: listCustomers },
  { method: 'GET', path: '/v1/customers/:id', params: [], answer: findCustomer },
  { method: 'POST', path: '/v1/customers/:id', params: settable, answer: updateCustomer },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: ['type', ...listParams],
    answer: listCards,
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: ['customer', 'return_url', 'configuration', 'locale'],
    answer: createPortalSession,
  },
]

function createCustomer({ account, params }: ApiCall): Stripe.Customer {
  const customer = newCustomer(account, {
    email: params.text('email') ?? null,
    name: params.text('name') ?? null,
    phone: params.text('phone') ?? null,
    description: params.text('description') ?? null,
    balance: params.integer('balance') ?? 0,
    metadata: params.metadata(),
  })
  account.customers.set(customer.id, customer)
  emitEvent(account, 'customer.created', customer)
  return customer
}

function findCustomer({ account, id }: ApiCall): Stripe.Customer {
  return findOrRefuse(account.customers, { what: 'customer', id })
}

function updateCustomer(call: ApiCall): Stripe.Customer {
  const { account, params } = call
  const customer = findCustomer(call)
  customer.email = params.text('email') ?? customer.email
  customer.name = params.text('name') ?? customer.name ?? null
  customer.description = params.text('description') ?? customer.description
  customer.balance = params.integer('balance') ?? customer.balance
  customer.metadata = params.metadata('metadata', customer.metadata)
  emitEvent(account, 'customer.updated', customer)
  return customer
}

function listCards(call: ApiCall): Stripe.ApiList<Stripe.PaymentMethod> {
  const { account, params, id } = call
  findCustomer(call)
  return listPage(account.savedCards.get(id) ?? [], params, `/v1/customers/${id}/payment_methods`)
}

function listCustomers({ account, params }: ApiCall): Stripe.ApiList<Stripe.Customer> {
  const email = params.text('email')
  const found = [...account.customers.values()].filter(
    (customer) => email === undefined || customer.email === email,
  )
  return listPage(found, params, '/v1/customers')
}

function createPortalSession({ account, params }: ApiCall): Stripe.BillingPortal.Session {
  const customer = params.requiredText('customer')
  findOrRefuse(account.customers, { what: 'customer', id: customer, param: 'customer' })
  const id = account.ids.create('bps')
  return {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_sim',
    created: nowOf(account),
    customer,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: params.text('return_url') ?? null,
    url: `${account.baseUrl()}/portal/${id}`,
  }
}
