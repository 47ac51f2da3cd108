// Records model calls and match batches as operations, by wrapping the model client, the parsers and the generator's store.
import type { GeneratorStore } from '@gatehouse/matching/generator/generator-store'
import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import type { OperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'

type Deps = { operations: Pick<OperationRecorder, 'record'>; clock: Clock }

/** Counts every model call. Calls that the breaker rejects are not counted. */
export function countModelCalls(modelCalls: ModelCalls, { operations, clock }: Deps): ModelCalls {
  const { client, cvParser, jdParser } = modelCalls

  async function count<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const startedMs = clock.monotonicMs()
    const end = (outcome: string) =>
      operations.record({ kind: 'model-call', outcome, tookMs: clock.monotonicMs() - startedMs })
    try {
      const answer = await call()
      end('done')
      return answer
    } catch (thrown) {
      const outcome = outcomeOf(thrown)
      if (outcome !== undefined) end(outcome)
      throw thrown
    }
  }

  return {
    ...modelCalls,
    client: client && { ask: (question) => count(() => client.ask(question)) },
    cvParser: cvParser && { parseCv: (order) => count(() => cvParser.parseCv(order)) },
    jdParser: jdParser && { parseJd: (order) => count(() => jdParser.parseJd(order)) },
  }
}

/** `model_calls.timed_out` → `timed-out`. */
function outcomeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Fault)) return 'abandoned'
  if (thrown.code === 'runtime.circuit_open') return undefined
  const [area, what = ''] = thrown.code.split('.')
  return area === 'model_calls' ? what.replaceAll('_', '-') : 'abandoned'
}

/** Counts every batch of this replica. */
export function countBatches(store: GeneratorStore, { operations, clock }: Deps): GeneratorStore {
  const claimedAtMs = new Map<string, number>()
  const count = (batchId: string, outcome: 'done' | 'given-up' | 'interrupted' | 'lost') => {
    const sinceMs = claimedAtMs.get(batchId) ?? clock.monotonicMs()
    claimedAtMs.delete(batchId)
    operations.record({ kind: 'match-batch', outcome, tookMs: clock.monotonicMs() - sinceMs })
  }
  return {
    ...store,
    async claim(replica) {
      const claimed = await store.claim(replica)
      // A replica processes one batch at a time, so earlier batches have ended without a report.
      claimedAtMs.clear()
      if (claimed.kind === 'claimed') claimedAtMs.set(claimed.batch.id, clock.monotonicMs())
      return claimed
    },
    async finish(batch, result, tookMs) {
      const isOurs = await store.finish(batch, result, tookMs)
      count(batch.id, isOurs ? 'done' : 'lost')
      return isOurs
    },
    async giveUp(batch, reason) {
      await store.giveUp(batch, reason)
      count(batch.id, reason === 'interrupted' ? 'interrupted' : 'given-up')
    },
  }
}
