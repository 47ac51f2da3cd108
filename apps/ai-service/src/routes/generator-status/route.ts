import { defineRoute } from '@gatehouse/http/define-route'
import type { GeneratorStore } from '@gatehouse/matching/generator-store-port'
import { describeStatus } from '@gatehouse/matching/generator-status'
import type { Caller } from '../../internal/callers.ts'
import { forCallers } from '../../internal/for-callers.ts'
import { generatorStatusSchema } from '../../generator/generator-schemas.ts'

export type GeneratorStatusDeps = { callers: readonly Caller[]; store: Pick<GeneratorStore, 'readSnapshot'> }

/** The same answer from every replica, because it is read from what they share. */
export function generatorStatusRoute({ callers, store }: GeneratorStatusDeps) {
  return defineRoute({
    method: 'GET',
    path: '/api/v1/background-tasks/match-score-generator/status',
    statuses: [200, 401, 403, 503],
    docs: {
      summary: 'Tell whether the generator runs',
      tag: 'Match-score generator',
      answer: generatorStatusSchema,
    },
    ...forCallers({ callers, right: 'generator' }, async () => describeStatus(await store.readSnapshot())),
  })
}
