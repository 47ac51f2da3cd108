// Compares the model name in an answer with the names the route expects. A mismatch means that the provider replaced
// the model, or that a caller made it choose another; it is counted and logged, and changes neither the answer nor the
// charge.
import type { Route } from '@gatehouse/models/alias'
import { isExpectedModel } from '@gatehouse/models/providers'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { GatewayMetrics } from '../gateway-metrics.ts'

export type ObserveModel = (answer: { alias: string; route: Route; model: string }) => void

type ObserveModelDeps = {
  clock: Clock
  logger: Logger
  metrics: Pick<GatewayMetrics, 'observeUnexpectedModel'>
}

// A provider that renamed its model does so in every answer, so the log is throttled.
const loggedEveryMs = 60_000

export function createObserveModel({ clock, logger, metrics }: ObserveModelDeps): ObserveModel {
  const loggedAtMs = new Map<string, number>()
  return ({ alias, route, model }) => {
    if (isExpectedModel(route, model)) return
    metrics.observeUnexpectedModel(alias)
    const nowMs = clock.monotonicMs()
    if (nowMs - (loggedAtMs.get(route.id) ?? Number.NEGATIVE_INFINITY) < loggedEveryMs) return
    loggedAtMs.set(route.id, nowMs)
    logger.warn('provider answered with an unexpected model', {
      alias,
      route_id: route.id,
      asked_for: route.providerModel,
      answered_by: model.slice(0, 200),
    })
  }
}
