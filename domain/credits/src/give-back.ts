import type { Transfer } from './transfer.ts'

export type ChargedCall = { id: string; companyId: string; chargedMicros: bigint }

const reasons = {
  given_up: 'the caller was informed that the call is not charged',
  undelivered: 'the process ended before the answer was delivered',
} as const

export type GiveBackReason = keyof typeof reasons

/** Returns the charge of a call whose caller has no complete answer. A call's charge is returned at most once. */
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
