// The balance and what is held of it, for whoever only wants to know: as true as what a refusal would say.
import type { StoreGate } from '../store-gate.ts'
import { StoreTrouble } from '../company-store.ts'
import type { TruthWithHeld } from '../truth.ts'
import type { TruthQuestion } from './load-truth.ts'
import type { TruthReader } from './truth-reader.ts'

export type AccountState = Pick<TruthWithHeld, 'balanceMicros' | 'heldMicros'>

type ReadAccountDeps = { gate: Pick<StoreGate, 'isUp'>; truths: TruthReader<TruthQuestion> }

export function createReadAccount({ gate, truths }: ReadAccountDeps) {
  return async function readAccount(companyId: string): Promise<AccountState> {
    const now = truths.mark()
    if (gate.isUp()) {
      try {
        return await truths.read(companyId, 'holds', now)
      } catch (thrown) {
        if (!(thrown instanceof StoreTrouble)) throw thrown
      }
    }
    return truths.read(companyId, 'table', now)
  }
}
