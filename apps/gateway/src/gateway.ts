import type { Route } from '@gatehouse/http/define-route'
import { healthRoute } from '@gatehouse/http/routes/health'
import { healthzRoute } from '@gatehouse/http/routes/healthz'
import { readyRoute } from '@gatehouse/http/routes/ready'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { Agent } from 'undici'
import type { GatewayConfig } from './config.ts'
import { chatCompletionsRoute } from './routes/chat-completions/route.ts'

/** Everything the gateway answers to. Read this first. */
export function createGatewayRoutes(
  resources: ServiceResources,
  config: GatewayConfig,
  scope: AsyncDisposableStack,
): readonly Route[] {
  const routes = [healthRoute(resources), healthzRoute(resources), readyRoute(resources)]
  if (config.passThroughUrl === undefined) return routes
  const agent = scope.adopt(
    new Agent({ connect: { timeout: 1_000 }, headersTimeout: 60_000, bodyTimeout: 60_000 }),
    (opened) => opened.destroy(),
  )
  return [...routes, chatCompletionsRoute({ ...resources, agent, providerUrl: config.passThroughUrl })]
}
