import { addressRange } from '../address-range.ts'
import { type AddressAdmission, toRate } from '../admission.ts'
import { type AddressWindows, StoreTrouble } from '../company-store.ts'
import type { LocalRates } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'

export type AdmitAddressDeps = { windows: AddressWindows; gate: StoreGate; rates: LocalRates; limit: number }

/** The limit of a client address, before anything is known about the caller. */
export function createAdmitAddress({ windows, gate, rates, limit }: AdmitAddressDeps) {
  return async function admitAddress(address: string): Promise<AddressAdmission> {
    const range = addressRange(address)
    try {
      const answer = await gate.run(() => windows.admit(range, limit))
      const rate = toRate(limit, answer.used, answer.resetMs)
      if (answer.isAdmitted) return { kind: 'admitted', rate }
      return { kind: 'rate_limited', retryAfterMs: answer.retryAfterMs, rate }
    } catch (thrown) {
      if (!(thrown instanceof StoreTrouble)) throw thrown
      return rates.takeAddress(range, limit)
    }
  }
}
