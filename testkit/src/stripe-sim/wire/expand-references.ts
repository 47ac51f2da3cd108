// `expand[]`: replaces ids with the objects they refer to, and adds fields that are omitted by default.
import { idOf, type SimAccount } from '../account/sim-account.ts'
import { invalid } from './refusal.ts'

type AnyObject = Record<string, unknown>

/** Returns a copy; the stored objects never change. */
export function expandReferences(account: SimAccount, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer) as AnyObject
  for (const path of paths) expandPath(account, copy, path.split('.'))
  return copy
}

function expandPath(account: SimAccount, target: AnyObject, [head = '', ...rest]: string[]): void {
  const value = valueAt(account, target, head)
  if (value === undefined)
    throw invalid(`This property cannot be expanded (${head}).`, 'expand', 'property_cannot_be_expanded')
  target[head] = value
  if (rest.length === 0 || value === null) return
  for (const child of Array.isArray(value) ? value : [value])
    if (isObject(child)) expandPath(account, child, rest)
}

function valueAt(account: SimAccount, target: AnyObject, name: string): unknown {
  const included = includedLists(account, target, name)
  if (included) return included
  const value = target[name]
  if (typeof value !== 'string') return value
  return structuredClone(findObject(account, value))
}

function includedLists(account: SimAccount, target: AnyObject, name: string): object | undefined {
  const id = String(target['id'])
  if (target['object'] === 'checkout.session' && name === 'line_items')
    return asList(account.lineItems.get(id) ?? [], `/v1/checkout/sessions/${id}/line_items`)
  if (target['object'] === 'charge' && name === 'refunds') {
    const refunds = [...account.refunds.values()].filter(({ charge }) => idOf(charge) === id)
    return asList(refunds.toReversed(), `/v1/charges/${id}/refunds`)
  }
  return undefined
}

function asList(data: readonly object[], url: string): object {
  return structuredClone({ object: 'list', data, has_more: false, url })
}

function findObject(account: SimAccount, id: string): object | undefined {
  const stores: ReadonlyMap<string, object>[] = [
    account.products,
    account.prices,
    account.customers,
    account.sessions,
    account.paymentIntents,
    account.charges,
    account.refunds,
    account.disputes,
    account.invoices,
    account.subscriptions,
  ]
  return stores.find((store) => store.has(id))?.get(id)
}

function isObject(value: unknown): value is AnyObject {
  return typeof value === 'object' && value !== null
}
