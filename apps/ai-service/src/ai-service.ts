import type { PublishCompanyEvent } from '@gatehouse/companies/company-event'
import type { Route } from '@gatehouse/http/define-route'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import type { ModelCalls } from '@gatehouse/model-calls/open-model-calls'
import { problemSchema, withDocsRoutes } from '@gatehouse/openapi/with-docs-routes'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { Background } from './background/open-background.ts'
import type { AiServiceConfig } from './config.ts'
import type { RunningGenerator } from './generator/run-generator.ts'
import type { Components } from './readiness.ts'
import { generatorMetricsRoute } from './routes/generator/metrics/route.ts'
import { generatorStartRoute } from './routes/generator/start/route.ts'
import { generatorStatusRoute } from './routes/generator/status/route.ts'
import { generatorStopRoute } from './routes/generator/stop/route.ts'
import { healthDatabaseRoute } from './routes/health/database/route.ts'
import { healthReadyRoute } from './routes/health/ready/route.ts'
import { healthRoute } from './routes/health/route.ts'
import { meetingRoutes } from './routes/meetings/meeting-routes.ts'
import { monitoringRoutes } from './routes/monitoring/monitoring-routes.ts'
import { formatBreakerState } from './routes/monitoring/monitoring-schemas.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    aiService:
      | 'documents.object_lost'
      | 'internal.caller_unknown'
      | 'internal.right_missing'
      | 'mail.deferred'
      | 'meetings.body_invalid'
      | 'meetings.event_wrong'
      | 'model_calls.company_suspended'
      | 'monitoring.bad_query'
  }
}

export type AiServiceParts = {
  config: AiServiceConfig
  background: Background
  modelCalls: ModelCalls
  generator: RunningGenerator
  publishEvent: PublishCompanyEvent
}

/** All routes of the AI service. Read this first. */
export function createAiServiceRoutes(
  resources: ServiceResources,
  { config, background, modelCalls, generator, publishEvent }: AiServiceParts,
  scope: AsyncDisposableStack,
): readonly Route[] {
  const internal = { callers: config.callers, store: createGeneratorStore(resources) }
  const routes = [
    healthRoute('/health'),
    healthRoute('/health/live'),
    healthReadyRoute({ ...resources, components: () => describeComponents(generator, background) }),
    healthDatabaseRoute(resources),
    generatorStatusRoute(internal),
    generatorStartRoute(internal),
    generatorStopRoute(internal),
    generatorMetricsRoute({
      ...internal,
      generator,
      breaker: () => formatBreakerState(modelCalls.breakers.of(config.modelAlias).state()),
    }),
    ...meetingRoutes(resources, { ...internal, publishEvent }),
    ...monitoringRoutes(resources, { ...internal, ...modelCalls, background, generator }, scope),
  ]
  return withDocsRoutes({ ...api, routes })
}

const api = {
  title: 'Gatehouse AI service',
  version: '1',
  description: 'Background work of the platform: health, the match-score generator, meetings and monitoring.',
  error: { contentType: 'application/problem+json', schema: problemSchema },
  bearer: {
    description: 'The secret of a caller in INTERNAL_CALLERS that has the right for the route',
    isNeeded: (route: Route) => route.isInternal === true,
  },
}

function describeComponents(
  generator: RunningGenerator,
  background: Pick<Background, 'components'>,
): Components {
  const { workers, ...tasks } = background.components()
  const active = generator.isWorking() ? 1 : 0
  return {
    ...tasks,
    workers: { ...workers, active: workers.active + active, idle: workers.idle + 1 - active },
    matchScoreGenerator: generator.health(),
  }
}
