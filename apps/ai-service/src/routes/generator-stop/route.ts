import { defineRoute } from '@gatehouse/http/define-route'
import type { GeneratorStore } from '@gatehouse/matching/generator-store-port'
import { describeStatus } from '@gatehouse/matching/generator-status'
import type { Caller } from '../../internal/callers.ts'
import { forCallers } from '../../internal/for-callers.ts'
import { generatorStatusSchema } from '../../generator/generator-schemas.ts'

export type GeneratorStopDeps = {
  callers: readonly Caller[]
  store: Pick<GeneratorStore, 'stop' | 'readSnapshot'>
}

/** Answers at once with the state that it leads to; the batch in hand is finished meanwhile. */
export function generatorStopRoute({ callers, store }: GeneratorStopDeps) {
  return defineRoute({
    method: 'POST',
    path: '/api/v1/background-tasks/match-score-generator/stop',
    statuses: [200, 401, 403, 503],
    docs: {
      summary: 'Stop the generator after the batch in hand',
      tag: 'Match-score generator',
      answer: generatorStatusSchema,
    },
    ...forCallers({ callers, right: 'generator' }, async (request, _reply, caller) => {
      await store.stop({ kind: 'service', id: caller, requestId: request.context.requestId })
      return describeStatus({ ...(await store.readSnapshot()), inHand: 0 })
    }),
  })
}
