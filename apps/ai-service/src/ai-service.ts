import type { Route } from '@gatehouse/http/define-route'
import type { Generator } from '@gatehouse/matching/create-generator'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { AiServiceConfig } from './config.ts'
import { runGenerator } from './generator/run-generator.ts'
import type { Components } from './readiness.ts'
import { generatorMetricsRoute } from './routes/generator-metrics/route.ts'
import { generatorStartRoute } from './routes/generator-start/route.ts'
import { generatorStatusRoute } from './routes/generator-status/route.ts'
import { generatorStopRoute } from './routes/generator-stop/route.ts'
import { healthDatabaseRoute } from './routes/health-database/route.ts'
import { healthLiveRoute } from './routes/health-live/route.ts'
import { healthReadyRoute } from './routes/health-ready/route.ts'
import { healthRoute } from './routes/health/route.ts'

/** Everything the AI service answers to. Read this first. */
export function createAiServiceRoutes(
  resources: ServiceResources,
  config: AiServiceConfig,
  scope: AsyncDisposableStack,
): readonly Route[] {
  const generator = runGenerator(resources, config, scope)
  const internal = { callers: config.callers, store: createGeneratorStore(resources) }
  return [
    healthRoute(),
    healthLiveRoute(),
    healthReadyRoute({ ...resources, components: () => describeComponents(generator) }),
    healthDatabaseRoute(resources),
    generatorStatusRoute(internal),
    generatorStartRoute(internal),
    generatorStopRoute(internal),
    // No model judges matches yet, so none has failed.
    generatorMetricsRoute({ ...internal, generator, breaker: () => 'CLOSED' }),
  ]
}

// The workers that do not run in this process yet are said to be stopped, rather than inventing health.
function describeComponents(generator: Generator): Components {
  const active = generator.isWorking() ? 1 : 0
  return {
    workers: { active, idle: 1 - active },
    circuitBreakers: {},
    matchScoreGenerator: generator.health(),
    emailWorker: 'stopped',
    cvWorker: 'stopped',
    documentWorker: 'stopped',
  }
}
