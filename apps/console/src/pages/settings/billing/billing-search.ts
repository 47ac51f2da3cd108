// What the address of the page says: the chosen pack and list, and how a visit to the payment page ended.
export type BillingSearch = {
  pack?: string
  list?: 'purchases'
  checkout?: 'done' | 'left'
  reference?: string
}

export function readBillingSearch(raw: Readonly<Record<string, unknown>>): BillingSearch {
  const { pack, list, checkout, reference } = raw
  return {
    ...(typeof pack === 'string' ? { pack } : {}),
    ...(list === 'purchases' ? { list } : {}),
    ...(checkout === 'done' || checkout === 'left' ? { checkout } : {}),
    ...(typeof reference === 'string' ? { reference } : {}),
  }
}
