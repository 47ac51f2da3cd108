// Compares the purchases that were paid with the credits that were granted for them, purchase by purchase.

export type PaidPurchase = {
  /** As startPackCheckout returns it: null only without a pack. */
  purchaseId: string | null
  companyId: string
  creditsMicros: bigint
}

/** A row of `credit_transfers`. */
export type Grant = { business_key: string; owner_id: string; amount_micros: bigint }

/** Keys of the transfers that are missing, and of those that are there and should not be. */
export type GrantFaults = { missing: string[]; doubled: string[] }

/**
 * `grants` are all transfers of the companies. Each that is not the first of a purchase, with its amount and for its company, is
 * doubled: a second grant of a purchase has another key, because the table has each key once.
 */
export function judgeGrants(purchases: readonly PaidPurchase[], grants: readonly Grant[]): GrantFaults {
  const unclaimed = new Map(purchases.map((purchase) => [`pack:${purchase.purchaseId}`, purchase]))
  const doubled: string[] = []
  for (const { business_key: key, owner_id: ownerId, amount_micros: micros } of grants) {
    const purchase = unclaimed.get(key)
    if (purchase?.companyId === ownerId && purchase.creditsMicros === micros) unclaimed.delete(key)
    else doubled.push(key)
  }
  return { missing: [...unclaimed.keys()], doubled }
}
