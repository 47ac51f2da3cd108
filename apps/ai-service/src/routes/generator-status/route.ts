import type { GeneratorStore } from '@gatehouse/matching/generator-store-port'
import { describeStatus } from '@gatehouse/matching/generator-status'
import type { Caller } from '../../internal/callers.ts'
import { guardRoute } from '../../internal/guard-route.ts'

export type GeneratorStatusDeps = { callers: readonly Caller[]; store: Pick<GeneratorStore, 'readSnapshot'> }

/** The same answer from every replica, because it is read from what they share. */
export function generatorStatusRoute({ callers, store }: GeneratorStatusDeps) {
  return guardRoute(callers, {
    method: 'GET',
    path: '/api/v1/background-tasks/match-score-generator/status',
    statuses: [200, 401, 503],
    handle: async () => describeStatus(await store.readSnapshot()),
  })
}
