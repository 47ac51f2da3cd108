import { defineRoute } from '@gatehouse/http/define-route'
import type { Generator } from '@gatehouse/matching/create-generator'
import type { GeneratorStore } from '@gatehouse/matching/generator/generator-store'
import { type BreakerName, describeMetrics } from '@gatehouse/matching/generator-status'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { generatorMetricsSchema } from '../generator-schemas.ts'

export type GeneratorMetricsDeps = {
  callers: readonly Caller[]
  store: Pick<GeneratorStore, 'readSnapshot' | 'readRecentWork'>
  generator: Pick<Generator, 'counts'>
  /** Breaker state of the model that judges matches. */
  breaker: () => BreakerName
}

export function generatorMetricsRoute({ callers, store, generator, breaker }: GeneratorMetricsDeps) {
  return defineRoute({
    method: 'GET',
    path: '/api/v1/background-tasks/match-score-generator/metrics',
    statuses: [200, 401, 403, 503],
    docs: {
      summary: 'Get the metrics of the generator',
      description:
        'The total of scores covers this process since its start; the other figures cover all replicas over the last five minutes.',
      tag: 'Match-score generator',
      answer: generatorMetricsSchema,
    },
    ...forCallers({ callers, right: 'generator' }, async () => {
      const [{ waiting }, recent] = await Promise.all([store.readSnapshot(), store.readRecentWork()])
      return describeMetrics(generator.counts(), recent, { waiting, breaker: breaker() })
    }),
  })
}
