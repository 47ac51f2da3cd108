import type { GeneratorStore } from '@gatehouse/matching/generator-store-port'
import type { OperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import type { Clock } from '@gatehouse/runtime/clock'

type Deps = { operations: Pick<OperationRecorder, 'record'>; clock: Clock }

/** The store, with every batch counted among the operations. */
export function noteBatches(store: GeneratorStore, { operations, clock }: Deps): GeneratorStore {
  const claimedAtMs = new Map<string, number>()
  const note = (batchId: string, outcome: 'done' | 'given-up' | 'lost') => {
    const sinceMs = claimedAtMs.get(batchId) ?? clock.monotonicMs()
    claimedAtMs.delete(batchId)
    operations.record({ kind: 'match-batch', outcome, tookMs: clock.monotonicMs() - sinceMs })
  }
  return {
    ...store,
    async claim(replica) {
      const claimed = await store.claim(replica)
      // A replica has one batch in hand: whatever came before it has no end to wait for.
      claimedAtMs.clear()
      if (claimed.kind === 'claimed') claimedAtMs.set(claimed.batch.id, clock.monotonicMs())
      return claimed
    },
    async finish(batch, result, tookMs) {
      const isOurs = await store.finish(batch, result, tookMs)
      note(batch.id, isOurs ? 'done' : 'lost')
      return isOurs
    },
    async giveUp(batch, isTheirFault) {
      await store.giveUp(batch, isTheirFault)
      note(batch.id, 'given-up')
    },
  }
}
