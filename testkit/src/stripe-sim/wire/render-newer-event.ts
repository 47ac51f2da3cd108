// Events as an account lists them whose default API version is newer than the one that the SDK is pinned to. The list
// renders each event in the version that was the account's default when it was created; the SDK's version does not matter.
import type { Stripe } from 'stripe'

/** The fields that moved in 2025-03-31 ("basil") are where that version has them, so an older reader does not find them. */
export function renderNewerEvent(event: Stripe.Event, apiVersion: string): Stripe.Event {
  const object: object = renderObject(event.data.object as unknown as Fields)
  return { ...event, api_version: apiVersion, data: { ...event.data, object } } as Stripe.Event
}

type Fields = Readonly<Record<string, unknown>>

function renderObject(object: Fields): Fields {
  switch (object['object']) {
    case 'invoice':
      return renderInvoice(object as unknown as Stripe.Invoice)
    case 'subscription':
      return renderSubscription(object as unknown as Stripe.Subscription)
    case 'charge':
      return without(object, ['invoice'])
    default:
      return object
  }
}

function renderInvoice(invoice: Stripe.Invoice): Fields {
  const { subscription, subscription_details: details, lines } = invoice
  return {
    ...without(invoice, ['subscription', 'subscription_details', 'charge', 'payment_intent', 'paid', 'tax']),
    parent:
      subscription === null
        ? null
        : { type: 'subscription_details', subscription_details: { ...details, subscription } },
    lines: { ...lines, data: lines.data.map(renderLine) },
  }
}

function renderLine(line: Stripe.InvoiceLineItem): Fields {
  const { price, proration, subscription_item: item, subscription, type } = line
  const details = { proration, subscription, subscription_item: item ?? null }
  return {
    ...without(line, ['price', 'plan', 'proration', 'proration_details', 'subscription_item', 'type']),
    pricing: price && { type: 'price_details', price_details: { price: price.id, product: price.product } },
    parent:
      type === 'subscription'
        ? { type: 'subscription_item_details', subscription_item_details: details }
        : { type: 'invoice_item_details', invoice_item_details: details },
  }
}

function renderSubscription(subscription: Stripe.Subscription): Fields {
  const { current_period_start, current_period_end, items } = subscription
  return {
    ...without(subscription, ['current_period_start', 'current_period_end']),
    items: {
      ...items,
      data: items.data.map((item) => Object.assign({ current_period_start, current_period_end }, item)),
    },
  }
}

function without(object: object, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}
