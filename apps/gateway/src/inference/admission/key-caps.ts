// Enforces a key's monthly spending cap. A call is admitted while the key's spending plus its holds are below the cap,
// so the cap can be exceeded by at most one call, as with credits. The spent amount is cached briefly, so a key far
// below its cap costs no round trip, and a call is refused only after a fresh read of the ledger. Charges of other
// processes count; their holds do not.
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { Clock } from '@gatehouse/runtime/clock'
import { keyCapReached } from '../../gateway-faults.ts'

type CappedKey = Pick<ApiKey, 'id' | 'companyId' | 'monthlyCreditCapMicros'>

export type KeyCaps = {
  /** Undefined for a key without a cap; throws if the cap is reached. */
  hold(key: CappedKey, estimateMicros: bigint): Promise<CapHold | undefined>
}

export type CapHold = {
  /** Must be called exactly once, when the call has ended. */
  end(chargedMicros: bigint): void
}

export type KeyCapsDeps = {
  clock: Clock
  readSpent: (key: { companyId: string; keyId: string }) => Promise<bigint>
}

type Spending = {
  spentMicros: bigint
  /** Charged by this process since `spentMicros` was read. */
  chargedMicros: bigint
  heldMicros: bigint
  readAtMs: number
}

const rememberedForMs = 1_000

export function createKeyCaps({ clock, readSpent }: KeyCapsDeps): KeyCaps {
  const spendings = new Map<string, Spending>()

  async function read({ id, companyId }: CappedKey): Promise<Spending> {
    const readAtMs = clock.monotonicMs()
    const before = spendings.get(id)?.chargedMicros ?? 0n
    const spentMicros = await readSpent({ companyId, keyId: id })
    const spending = spendings.get(id) ?? { spentMicros, chargedMicros: 0n, heldMicros: 0n, readAtMs }
    spendings.set(id, spending)
    // A charge made while the ledger was being read may or may not be included in the result, so it is kept.
    const meanwhile = spending.chargedMicros > before ? spending.chargedMicros - before : 0n
    return Object.assign(spending, { spentMicros, chargedMicros: meanwhile, readAtMs })
  }

  return {
    async hold(key, estimateMicros) {
      const cap = key.monthlyCreditCapMicros
      if (cap === null) return undefined
      let spending = spendings.get(key.id)
      const isFresh = spending && clock.monotonicMs() - spending.readAtMs < rememberedForMs
      if (!spending || !isFresh || sumOf(spending) >= cap) {
        spending = await read(key)
        if (spending.spentMicros + spending.heldMicros >= cap) throw keyCapReached(cap, spending)
      }
      const taken = spending
      taken.heldMicros += estimateMicros
      return {
        end(chargedMicros) {
          taken.heldMicros -= estimateMicros
          taken.chargedMicros += chargedMicros
        },
      }
    },
  }
}

function sumOf({ spentMicros, chargedMicros, heldMicros }: Spending): bigint {
  return spentMicros + chargedMicros + heldMicros
}
