import type { Transfer } from './transfer.ts'

export type ChargedCall = { id: string; companyId: string; chargedMicros: bigint }

/** Returns a charge whose caller was told that there is none. The same call is given back once, whoever does it. */
export function giveBack({ id, companyId, chargedMicros }: ChargedCall): Transfer {
  return {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `giveback:${id}`,
    kind: 'grant',
    type: 'ADJUSTMENT',
    amountMicros: chargedMicros,
    reason: 'the caller was told that the call is not charged',
  }
}
