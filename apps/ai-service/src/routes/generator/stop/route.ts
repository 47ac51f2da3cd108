import { defineRoute } from '@gatehouse/http/define-route'
import type { GeneratorStore } from '@gatehouse/matching/generator/generator-store'
import { describeStatus } from '@gatehouse/matching/generator-status'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { generatorStatusSchema } from '../generator-schemas.ts'

export type GeneratorStopDeps = {
  callers: readonly Caller[]
  store: Pick<GeneratorStore, 'stop' | 'readSnapshot'>
}

/** Responds immediately with the resulting state, while the current batch is still being finished. */
export function generatorStopRoute({ callers, store }: GeneratorStopDeps) {
  return defineRoute({
    method: 'POST',
    path: '/api/v1/background-tasks/match-score-generator/stop',
    statuses: [200, 401, 403, 503],
    docs: {
      summary: 'Stop the generator after the current batch',
      tag: 'Match-score generator',
      answer: generatorStatusSchema,
    },
    ...forCallers({ callers, right: 'generator' }, async (request, _reply, caller) => {
      await store.stop({ kind: 'service', id: caller, requestId: request.context.requestId })
      return describeStatus({ ...(await store.readSnapshot()), inHand: 0 })
    }),
  })
}
