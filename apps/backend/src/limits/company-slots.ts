// Limits what runs at the same time in this process: exports, uploads, downloads. Each holds memory or a connection, so
// one company must not occupy all of them.
import type { Fault } from '@gatehouse/runtime/fault'

export type CompanySlots = {
  /** Returns a function that frees the slot; throws if the company or the process has none left. */
  take(companyId: string): () => void
}

export type SlotLimits = { perCompanyMax: number; totalMax: number }

/** The limit that was reached. */
export type SlotOwner = 'company' | 'process'

export function createCompanySlots(
  { perCompanyMax, totalMax }: SlotLimits,
  refuse: (owner: SlotOwner) => Fault,
): CompanySlots {
  const taken = new Map<string, number>()
  let total = 0
  return {
    take(companyId) {
      const own = taken.get(companyId) ?? 0
      if (own >= perCompanyMax) throw refuse('company')
      if (total >= totalMax) throw refuse('process')
      taken.set(companyId, own + 1)
      total += 1
      return () => {
        total -= 1
        const left = (taken.get(companyId) ?? 1) - 1
        if (left > 0) taken.set(companyId, left)
        else taken.delete(companyId)
      }
    },
  }
}
