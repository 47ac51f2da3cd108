import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import type { OperationRecorder } from '@gatehouse/operations/create-operation-recorder'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'

type Deps = { operations: Pick<OperationRecorder, 'record'>; clock: Clock }

/** The same, with every call counted among the operations. What the breaker refuses was never a call. */
export function noteModelCalls(modelCalls: ModelCalls, { operations, clock }: Deps): ModelCalls {
  const { client, cvParser } = modelCalls

  async function note<Answer>(call: () => Promise<Answer>): Promise<Answer> {
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
    client: client && { ask: (question) => note(() => client.ask(question)) },
    cvParser: cvParser && { parseCv: (order) => note(() => cvParser.parseCv(order)) },
  }
}

/** `model_calls.timed_out` → `timed-out`. */
function outcomeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Fault)) return 'abandoned'
  if (thrown.code === 'runtime.circuit_open') return undefined
  const [area, what = ''] = thrown.code.split('.')
  return area === 'model_calls' ? what.replaceAll('_', '-') : 'abandoned'
}
