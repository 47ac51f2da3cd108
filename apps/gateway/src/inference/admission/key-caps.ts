// What a key may spend in a month. A call is admitted while what the key has spent and holds is below its cap, so it is
// overshot by one call at most, as with credits. What was spent is remembered for a moment, so that a key far from its
// cap costs no round trip; nobody is refused before the ledger was asked. What other processes hold is not seen, only
// what they have charged.
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { Clock } from '@gatehouse/runtime/clock'
import { keyCapReached } from '../../gateway-faults.ts'

type CappedKey = Pick<ApiKey, 'id' | 'companyId' | 'monthlyCreditCapMicros'>

export type KeyCaps = {
  /** Undefined for a key without a cap; throws if the cap is reached. */
  hold(key: CappedKey, estimateMicros: bigint): Promise<CapHold | undefined>
}

export type CapHold = {
  /** To be told once, when the call is over. */
  end(chargedMicros: bigint): void
}

export type KeyCapsDeps = {
  clock: Clock
  readSpent: (key: { companyId: string; keyId: string }) => Promise<bigint>
}

type Spending = {
  spentMicros: bigint
  /** Charged here since it was read. */
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
    // What was charged while it was read may be in it or not.
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
