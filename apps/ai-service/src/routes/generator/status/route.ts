import { defineRoute } from '@gatehouse/http/define-route'
import type { GeneratorStore } from '@gatehouse/matching/generator/generator-store'
import { describeStatus } from '@gatehouse/matching/generator-status'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { generatorStatusSchema } from '../generator-schemas.ts'

export type GeneratorStatusDeps = { callers: readonly Caller[]; store: Pick<GeneratorStore, 'readSnapshot'> }

/** Every replica returns the same answer, because it is read from their shared state. */
export function generatorStatusRoute({ callers, store }: GeneratorStatusDeps) {
  return defineRoute({
    method: 'GET',
    path: '/api/v1/background-tasks/match-score-generator/status',
    statuses: [200, 401, 403, 503],
    docs: {
      summary: 'Get the status of the generator',
      tag: 'Match-score generator',
      answer: generatorStatusSchema,
    },
    ...forCallers({ callers, right: 'generator' }, async () => describeStatus(await store.readSnapshot())),
  })
}
