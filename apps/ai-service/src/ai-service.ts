import type { Route } from '@gatehouse/http/define-route'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { Components } from './readiness.ts'
import { healthDatabaseRoute } from './routes/health-database/route.ts'
import { healthLiveRoute } from './routes/health-live/route.ts'
import { healthReadyRoute } from './routes/health-ready/route.ts'
import { healthRoute } from './routes/health/route.ts'

/** Everything the AI service answers to. Read this first. */
export function createAiServiceRoutes(resources: ServiceResources): readonly Route[] {
  return [
    healthRoute(),
    healthLiveRoute(),
    healthReadyRoute({ ...resources, components: noWorkersYet }),
    healthDatabaseRoute(resources),
  ]
}

// No worker runs in this process, and readiness says so rather than inventing health.
const noWorkersYet = (): Components => ({
  workers: { active: 0, idle: 0 },
  circuitBreakers: {},
  matchScoreGenerator: 'stopped',
  emailWorker: 'stopped',
  cvWorker: 'stopped',
  documentWorker: 'stopped',
})
