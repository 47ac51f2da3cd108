import { readReceipt } from '@gatehouse/credits/read-receipt'
import type { Route } from '@gatehouse/http/define-route'
import { healthRoute } from '@gatehouse/http/routes/health'
import { healthzRoute } from '@gatehouse/http/routes/healthz'
import { readyRoute } from '@gatehouse/http/routes/ready'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from './config.ts'
import { createOperations } from './operations/create-operations.ts'
import { openInference } from './inference/open-inference.ts'
import { chatCompletionsRoute } from './routes/chat-completions/route.ts'
import { completionsRoute } from './routes/completions/route.ts'
import { embeddingsRoute } from './routes/embeddings/route.ts'
import { modelsRoute } from './routes/models/route.ts'
import { usageCallRoute } from './routes/usage-call/route.ts'

/** Everything the gateway answers to. Read this first. */
export async function createGatewayRoutes(
  resources: ServiceResources,
  config: GatewayConfig,
  scope: AsyncDisposableStack,
): Promise<readonly Route[]> {
  const inference = await openInference(resources, config, scope)
  const operations = createOperations(inference)
  return [
    healthRoute(resources),
    healthzRoute(resources),
    readyRoute(resources),
    chatCompletionsRoute(inference),
    completionsRoute(inference),
    embeddingsRoute(inference),
    modelsRoute(inference, operations.list_models),
    usageCallRoute({ ...inference, readReceipt: (call) => readReceipt(resources.postgres, call) }),
  ]
}
