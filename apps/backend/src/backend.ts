import { watchParkedCalls } from '@gatehouse/credits/parked-calls'
import type { Route } from '@gatehouse/http/define-route'
import { healthRoute } from '@gatehouse/http/routes/health'
import { healthzRoute } from '@gatehouse/http/routes/healthz'
import { readyRoute } from '@gatehouse/http/routes/ready'
import { createLiveLogs } from '@gatehouse/redis/watch-live-logs'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { BackendConfig } from './config.ts'
import { openExports } from './exports/open-exports.ts'
import { openCallArchive } from './graphql/open-call-archive.ts'
import { openGraphql } from './graphql/open-graphql.ts'
import { openAddressLimit } from './limits/open-address-limit.ts'
import { openBackendBilling } from './open-backend-billing.ts'
import { openBackendDocuments } from './open-backend-documents.ts'
import { openBackendEvents } from './open-backend-events.ts'
import { consoleRoutes } from './routes/console/route.ts'
import { documentsDownloadRoute } from './routes/documents-download/route.ts'
import { documentsUploadRoute } from './routes/documents-upload/route.ts'
import { exportRoutes } from './routes/exports/route.ts'
import { graphiqlRoutes } from './routes/graphiql/route.ts'
import { graphqlRoute } from './routes/graphql/route.ts'
import { ssoCallbackRoute } from './routes/sso-callback/route.ts'
import { ssoStartRoute } from './routes/sso-start/route.ts'
import { openBackendSso } from './sso/open-backend-sso.ts'
import { paymentsWebhookRoute } from './routes/payments-webhook/route.ts'

/** The table of all routes that the backend serves. Read this first. */
export async function createBackendRoutes(
  resources: ServiceResources,
  config: BackendConfig,
  scope: AsyncDisposableStack,
): Promise<readonly Route[]> {
  const events = openBackendEvents(resources, scope)
  const billing = await openBackendBilling({ ...resources, publishEvent: events.publish }, config, scope)
  const parked = watchParkedCalls(resources)
  scope.defer(parked.close)
  const logs = createLiveLogs(resources)
  scope.defer(logs.close)
  const documents = openBackendDocuments(resources, config, scope)
  const exports = openExports(resources, config, scope)
  const sso = openBackendSso(resources, config, scope)
  const findArchivedCall = openCallArchive(resources, config, scope)
  const graphql = openGraphql(resources, config, { billing, documents, events, findArchivedCall, logs, sso })
  const refuseAddress = await openAddressLimit(resources, config, scope)
  return [
    healthRoute(resources),
    healthzRoute(resources),
    readyRoute(resources),
    graphqlRoute(graphql, refuseAddress),
    ...graphiqlRoutes(refuseAddress),
    documentsDownloadRoute({ ...graphql.deps, documents, refuseAddress }),
    documentsUploadRoute({ ...graphql.deps, documents, refuseAddress }),
    ...exportRoutes({ ...graphql.deps, exports, refuseAddress }),
    ssoStartRoute({ ...graphql.deps, refuseAddress }),
    ssoCallbackRoute({ ...graphql.deps, refuseAddress }),
    paymentsWebhookRoute(billing),
    ...consoleRoutes(config.console),
  ]
}
