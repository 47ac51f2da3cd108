import { defineRoute } from '@gatehouse/http/define-route'
import type { GeneratorStore } from '@gatehouse/matching/generator/generator-store'
import { describeStatus } from '@gatehouse/matching/generator-status'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { generatorStatusSchema } from '../generator-schemas.ts'

export type GeneratorStartDeps = {
  callers: readonly Caller[]
  store: Pick<GeneratorStore, 'start' | 'readSnapshot'>
}

/** Starting a running generator is a no-op, not an error. */
export function generatorStartRoute({ callers, store }: GeneratorStartDeps) {
  return defineRoute({
    method: 'POST',
    path: '/api/v1/background-tasks/match-score-generator/start',
    statuses: [200, 401, 403, 503],
    docs: { summary: 'Start the generator', tag: 'Match-score generator', answer: generatorStatusSchema },
    ...forCallers({ callers, right: 'generator' }, async (request, _reply, caller) => {
      await store.start({ kind: 'service', id: caller, requestId: request.context.requestId })
      return describeStatus(await store.readSnapshot())
    }),
  })
}
