// The facts other than calls that move credits. Each has a business key: the same fact posted twice is one transfer.
export type OwnerKind = 'COMPANY' | 'USER'

export type Owner = { id: string; kind: OwnerKind }

export type Transfer = {
  owner: Owner
  /** `pack:<purchase>`, `sub:<item>:<period>:<price>:<invoice>`, `refund:<purchase>:<cumulative>` … */
  businessKey: `${string}:${string}`
  reason?: string
} & (Grant | Removal)

/** Adds credits as a new lot. Debt is paid first. */
export type Grant = {
  kind: 'grant'
  type: 'PACK_PURCHASE' | 'SUBSCRIPTION_GRANT' | 'PROMO' | 'ADJUSTMENT' | 'REFUND'
  amountMicros: bigint
  expiresAt?: Date
}

/**
 * Removes credits: first from the lot of the named grant, then from the other lots in burn order; the rest becomes
 * debt.
 */
export type Removal = {
  kind: 'removal'
  /**
   * `SUBSCRIPTION_GRANT` removes the credits for the unused time of a plan that the customer has left and been credited
   * for.
   */
  type: 'REFUND' | 'ADJUSTMENT' | 'SUBSCRIPTION_GRANT'
  amountMicros: bigint
  firstFromLotOf?: string
}

export type CounterAccount =
  | 'PROVIDER_CASH'
  | 'REFUND_CASH'
  | 'REVENUE_USAGE'
  | 'BREAKAGE'
  | 'PROMOTION'
  | 'ADJUSTMENT'

/** The account on the other side of each type of transfer. */
export const counterAccountOf = {
  PACK_PURCHASE: 'PROVIDER_CASH',
  SUBSCRIPTION_GRANT: 'PROVIDER_CASH',
  PROMO: 'PROMOTION',
  ADJUSTMENT: 'ADJUSTMENT',
  REFUND: 'REFUND_CASH',
} as const satisfies Record<Transfer['type'], CounterAccount>

export type ChargedCall = { id: string; companyId: string; chargedMicros: bigint }

const reasons = {
  given_up: 'the caller was informed that the call is not charged',
  undelivered: 'the process ended before the answer was delivered',
} as const

export type GiveBackReason = keyof typeof reasons

/**
 * Returns the charge of a call whose caller did not receive a complete answer. A call's charge is returned at most
 * once.
 */
export function giveBack({ id, companyId, chargedMicros }: ChargedCall, reason: GiveBackReason): Transfer {
  return {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `giveback:${id}`,
    kind: 'grant',
    type: 'ADJUSTMENT',
    amountMicros: chargedMicros,
    reason: reasons[reason],
  }
}
