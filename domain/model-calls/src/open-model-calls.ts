// Everything a process needs to call models: the client, its breakers and their status.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { AiServiceStatus } from './ai-service-status.ts'
import { type AliasBreakers, createAliasBreakers } from './alias-breakers.ts'
import { createGatewayClient } from './gateway/create-gateway-client.ts'
import { guardClient } from './guard-client.ts'
import type { ModelCallConfig } from './model-call-settings.ts'
import { createModelCallMetrics } from './model-call-metrics.ts'
import type { CvParser, JdParser, ModelClient } from './model-client.ts'

export type ModelCalls = {
  /** Null if no gateway is configured. */
  client: ModelClient | null
  /** Null if no gateway is configured; CVs are then read by rules alone. */
  cvParser: CvParser | null
  /** Null if no gateway is configured; job postings are then read by rules alone. */
  jdParser: JdParser | null
  breakers: AliasBreakers
  /** Each alias with its breaker state and recent calls, for the status page. */
  listAiServices(): AiServiceStatus[]
}

export type ModelCallsDeps = { clock: Clock; logger: Logger; metrics: Metrics; aliases: readonly string[] }

export function openModelCalls(
  { clock, logger, metrics, aliases }: ModelCallsDeps,
  config: ModelCallConfig | undefined,
  scope: AsyncDisposableStack,
): ModelCalls {
  const breakers = createAliasBreakers({ clock, logger })
  if (!config) {
    logger.warn(
      'model calls are disabled: set GATEWAY_URL and GATEWAY_SERVICE_KEY; until then matches are scored by facts alone',
    )
    return { client: null, cvParser: null, jdParser: null, breakers, listAiServices: () => [] }
  }
  const client = createGatewayClient({ clock, ...config })
  scope.defer(client.close)
  const guarded = guardClient({
    client,
    breakers,
    clock,
    aliases,
    metrics: createModelCallMetrics(metrics, breakers.states),
  })
  const { listAiServices } = guarded
  return { client: guarded, cvParser: guarded, jdParser: guarded, breakers, listAiServices }
}
