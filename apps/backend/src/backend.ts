import type { Route } from '@gatehouse/http/define-route'
import { healthRoute } from '@gatehouse/http/routes/health'
import { healthzRoute } from '@gatehouse/http/routes/healthz'
import { readyRoute } from '@gatehouse/http/routes/ready'
import type { ServiceResources } from '@gatehouse/service/start-service'

/** Everything the backend answers to. Read this first. */
export function createBackendRoutes(resources: ServiceResources): readonly Route[] {
  return [healthRoute(resources), healthzRoute(resources), readyRoute(resources)]
}
