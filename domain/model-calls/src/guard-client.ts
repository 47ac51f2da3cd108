// Wraps a model client with a circuit breaker per alias and records the calls that pass it.
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { type AiServiceStatus, type CallWatch, createCallWatch } from './ai-service-status.ts'
import type { AliasBreakers } from './alias-breakers.ts'
import { verdictOf } from './gateway/model-call-faults.ts'
import type { ModelCallMetrics } from './model-call-metrics.ts'
import type { CvParser, JdParser, ModelClient } from './model-client.ts'

export type GuardDeps = {
  client: ModelClient & CvParser & JdParser
  breakers: AliasBreakers
  metrics: ModelCallMetrics
  clock: Clock
  /** Aliases that are listed even before their first call. */
  aliases: readonly string[]
}

export type GuardedClient = ModelClient & CvParser & JdParser & { listAiServices(): AiServiceStatus[] }

export function guardClient({ client, breakers, metrics, clock, aliases }: GuardDeps): GuardedClient {
  const watches = new Map<string, CallWatch>()
  const watchOf = (alias: string) => {
    let watch = watches.get(alias)
    if (!watch) watches.set(alias, (watch = createCallWatch(clock)))
    return watch
  }
  for (const alias of aliases) watchOf(breakers.of(alias).name)

  async function watchCall<Answer>(alias: string, call: () => Promise<Answer>): Promise<Answer> {
    const startedMs = clock.monotonicMs()
    const finish = (outcome: Parameters<ModelCallMetrics['observe']>[0]['outcome'], failureCode?: string) => {
      const tookMs = clock.monotonicMs() - startedMs
      metrics.observe({ alias, outcome, tookMs })
      if (outcome !== 'abandoned') watchOf(alias).record({ tookMs, failureCode })
    }
    try {
      const answer = await call()
      finish('answered')
      return answer
    } catch (thrown) {
      const verdict = verdictOf(thrown)
      if (verdict === 'failed') finish('failed', thrown instanceof Fault ? thrown.code : undefined)
      else finish(verdict === 'answered' ? 'refused' : 'abandoned')
      throw thrown
    }
  }

  // The breaker wraps the measurement, so that a call which it rejects is not counted as a call.
  const guard = <Answer>(alias: string, call: () => Promise<Answer>) =>
    breakers.of(alias).run(() => watchCall(alias, call), verdictOf)

  return {
    ask: (question) => guard(question.alias, () => client.ask(question)),
    parseCv: (order) => guard(order.alias, () => client.parseCv(order)),
    parseJd: (order) => guard(order.alias, () => client.parseJd(order)),
    listAiServices: () =>
      [...watches].map(([name, watch]) =>
        Object.assign({ name, breaker: breakers.of(name).state() }, watch.read()),
      ),
  }
}
