import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { type SimAccount, idOf, nowOf } from '../account/sim-account.ts'
import { collectInvoice, markPaid } from '../lifecycle/collect-invoice.ts'
import {
  addLines,
  draftInvoice,
  finalizeInvoice,
  markUncollectible,
  voidInvoice,
} from '../lifecycle/finalize-invoice.ts'
import { requireCard } from '../objects/saved-cards.ts'
import { itemLine, newInvoiceItem } from '../objects/new-invoice.ts'
import type { ApiCall, ApiRoute } from '../wire/api-route.ts'
import { listPage, listParams, matching } from '../wire/list-page.ts'
import { declined, findOrRefuse, invalid, missingParam } from '../wire/refusal.ts'

const autoAdvanceSeconds = 3_600

const createParams =
  `customer currency collection_method days_until_due due_date auto_advance metadata description
  pending_invoice_items_behavior`.split(/\s+/)

export const invoiceRoutes: readonly ApiRoute[] = [
  { method: 'POST', path: '/v1/invoices', params: createParams, answer: createInvoice },
  {
    method: 'GET',
    path: '/v1/invoices',
    params: ['customer', 'subscription', 'status', 'collection_method', ...listParams],
    answer({ account, params }) {
      const names = ['customer', 'subscription', 'status', 'collection_method'] as const
      return listPage(matching(account.invoices, params, names), params, '/v1/invoices')
    },
  },
  { method: 'GET', path: '/v1/invoices/:id', params: [], answer: findInvoice },
  {
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    params: listParams,
    answer(call) {
      // Lines are listed in order, first to last.
      const lines = findInvoice(call).lines.data.toReversed()
      return listPage(lines, call.params, `/v1/invoices/${call.id}/lines`)
    },
  },
  { method: 'POST', path: '/v1/invoices/:id/finalize', params: ['auto_advance'], answer: finalize },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: ['paid_out_of_band', 'payment_method', 'off_session'],
    answer: payInvoice,
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: [],
    answer(call) {
      const invoice = findInvoice(call)
      voidInvoice(call.account, invoice)
      return invoice
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    params: [],
    answer(call) {
      const invoice = findInvoice(call)
      markUncollectible(call.account, invoice)
      return invoice
    },
  },
  {
    method: 'POST',
    path: '/v1/invoiceitems',
    params: [
      'customer',
      'amount',
      'currency',
      'description',
      'invoice',
      'metadata',
      'price',
      'quantity',
      'period',
    ],
    answer: createItem,
  },
]

function findInvoice({ account, id }: ApiCall): Stripe.Invoice {
  return findOrRefuse(account.invoices, { what: 'invoice', id })
}

function createInvoice({ account, params }: ApiCall): Stripe.Invoice {
  const customer = params.requiredText('customer')
  findOrRefuse(account.customers, { what: 'customer', id: customer, param: 'customer' })
  const isSent = params.text('collection_method') === 'send_invoice'
  const days = params.integer('days_until_due')
  const dueDate = params.integer('due_date') ?? (days === undefined ? null : nowOf(account) + days * 86_400)
  if (isSent && dueDate === null) throw missingParam('days_until_due')
  const isAdvancing = params.flag('auto_advance') ?? false
  const invoice = draftInvoice(
    account,
    {
      customer,
      currency: params.text('currency') ?? 'eur',
      billing_reason: 'manual',
      collection_method: isSent ? 'send_invoice' : 'charge_automatically',
      due_date: isSent ? dueDate : null,
      auto_advance: isAdvancing,
      description: params.text('description') ?? null,
      metadata: params.metadata(),
    },
    params.text('pending_invoice_items_behavior') === 'include' ? takePending(account, customer) : [],
  )
  if (isAdvancing)
    account.agenda.enter(nowOf(account) + autoAdvanceSeconds, () => {
      if (invoice.status === 'draft') finalizeAndCollect(account, invoice)
    })
  return invoice
}

function takePending(account: SimAccount, customer: string): Stripe.InvoiceLineItem[] {
  const pending = [...account.invoiceItems.values()].filter(
    (item) => item.invoice === null && item.subscription === null && item.customer === customer,
  )
  return pending.map((item) => {
    account.invoiceItems.delete(item.id)
    return itemLine(account, item)
  })
}

function finalizeAndCollect(account: SimAccount, invoice: Stripe.Invoice): void {
  finalizeInvoice(account, invoice)
  const isCharged = invoice.collection_method === 'charge_automatically' && invoice.auto_advance === true
  if (invoice.status === 'open' && (isCharged || invoice.amount_due === 0)) collectInvoice(account, invoice)
}

function finalize(call: ApiCall): Stripe.Invoice {
  const invoice = findInvoice(call)
  invoice.auto_advance = call.params.flag('auto_advance') ?? invoice.auto_advance ?? false
  finalizeAndCollect(call.account, invoice)
  if (invoice.last_finalization_error)
    throw invalid(
      invoice.last_finalization_error.message ?? '',
      undefined,
      invoice.last_finalization_error.code,
    )
  return invoice
}

function payInvoice(call: ApiCall): Stripe.Invoice {
  const { account, params } = call
  const invoice = findInvoice(call)
  if (invoice.status === 'draft') finalizeInvoice(account, invoice)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalid(`This invoice is ${invoice.status} and cannot be paid.`)
  const card = params.text('payment_method')
  if (card !== undefined) requireCard(account, idOf(invoice.customer), card)
  if (params.flag('paid_out_of_band') === true) markPaid(account, invoice, 'out_of_band')
  else if (!collectInvoice(account, invoice)) throw declined(idOf(invoice.charge) ?? '')
  return invoice
}

function createItem({ account, params }: ApiCall): Stripe.InvoiceItem {
  const customer = params.requiredText('customer')
  findOrRefuse(account.customers, { what: 'customer', id: customer, param: 'customer' })
  const priceId = params.text('price')
  const price =
    priceId === undefined
      ? null
      : findOrRefuse(account.prices, { what: 'price', id: priceId, param: 'price' })
  const quantity = params.integer('quantity') ?? 1
  const amount = price ? (price.unit_amount ?? 0) * quantity : params.integer('amount')
  if (amount === undefined) throw missingParam('amount')
  const period = params.record('period')
  const now = nowOf(account)
  const item = newInvoiceItem(account, {
    amount,
    currency: price?.currency ?? params.requiredText('currency'),
    customer,
    description: params.text('description') ?? null,
    metadata: params.metadata(),
    period: { start: period?.integer('start') ?? now, end: period?.integer('end') ?? now },
    price: price ? structuredClone(price) : null,
    quantity,
  })
  const invoiceId = params.text('invoice')
  if (invoiceId === undefined) {
    account.invoiceItems.set(item.id, item)
    emitEvent(account, 'invoiceitem.created', item)
    return item
  }
  const invoice = findOrRefuse(account.invoices, { what: 'invoice', id: invoiceId, param: 'invoice' })
  if (invoice.status !== 'draft') throw invalid('This invoice is no longer editable', 'invoice')
  item.invoice = invoice.id
  addLines(account, invoice, [itemLine(account, item)])
  emitEvent(account, 'invoiceitem.created', item)
  return item
}
