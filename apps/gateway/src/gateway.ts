import { isArchivedTime } from '@gatehouse/credits/archived-calls'
import { readReceipt } from '@gatehouse/credits/read-receipt'
import { createReceiptSigner } from '@gatehouse/credits/receipt-signer'
import { readUsage } from '@gatehouse/credits/read-usage'
import type { Route } from '@gatehouse/http/define-route'
import { healthRoute } from '@gatehouse/http/routes/health'
import { healthzRoute } from '@gatehouse/http/routes/healthz'
import { readyRoute } from '@gatehouse/http/routes/ready'
import { listActiveJobs } from '@gatehouse/jobs/list-active-jobs'
import { rethrowRetryable } from '@gatehouse/postgres/connection-fault'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from './config.ts'
import { overloaded } from './gateway-faults.ts'
import { createErrorEnvelope } from './error-envelope.ts'
import { createOperations } from './entry/operations/create-operations.ts'
import { createMcpServer } from './entry/mcp/mcp-server.ts'
import { toTool } from './entry/mcp/tools.ts'
import { openInference } from './setup/open-inference.ts'
import { openParsing } from './parse/open-parsing.ts'
import {
  createDocsPage,
  createJsonDocument,
  createOpenApiDocument,
} from './entry/openapi/public-documents.ts'
import { chatCompletionsRoute } from './entry/routes/chat-completions/route.ts'
import { completionsRoute } from './entry/routes/completions/route.ts'
import { embeddingsRoute } from './entry/routes/embeddings/route.ts'
import { jobsRoute } from './entry/routes/jobs/route.ts'
import { mcpRoute } from './entry/routes/mcp/route.ts'
import { modelRoute } from './entry/routes/model/route.ts'
import { modelsRoute } from './entry/routes/models/route.ts'
import { parseRoute } from './entry/routes/parse/route.ts'
import { publicDocumentRoute } from './entry/routes/public-document/route.ts'
import { openRefusalRecord, recordRefusals } from './entry/routes/record-refusals.ts'
import { usageRoute } from './entry/routes/usage/route.ts'
import { usageCallRoute } from './entry/routes/usage-call/route.ts'

/** Every route of the gateway. Read this first. */
export async function createGatewayRoutes(
  resources: ServiceResources,
  config: GatewayConfig,
  scope: AsyncDisposableStack,
): Promise<readonly Route[]> {
  const inference = await openInference(resources, config, scope)
  const recordRefusal = openRefusalRecord(resources, scope)
  const { shards } = resources
  const parseDeps = { ...inference, parsing: openParsing(resources, { ...config, ...inference }, scope) }
  const operations = createOperations({
    ...parseDeps,
    readUsage: (question) => readUsage(shards.of(question.companyId), question).catch(rethrowRetryable),
    listActiveJobs: (question) =>
      listActiveJobs(shards.of(question.companyId), question).catch(rethrowRetryable),
  })
  const mcp = createMcpServer({
    ...inference,
    tools: Object.values(operations).map((operation) => toTool(inference, operation)),
    allowedOrigins: config.mcpAllowedOrigins,
    translateFault: createErrorEnvelope(config.consoleUrl),
    recordRefusal,
  })
  scope.defer(() => mcp.close())
  const signer = createReceiptSigner(config.receiptKeys, resources.clock)
  const receiptKeys = createJsonDocument(signer.publicKeys)
  const routes = [
    healthRoute(resources),
    healthzRoute(resources),
    readyRoute(resources),
    chatCompletionsRoute(inference),
    completionsRoute(inference),
    embeddingsRoute(inference),
    modelsRoute(inference, operations.list_models),
    modelRoute(inference),
    usageRoute(inference, operations.get_usage),
    usageCallRoute({
      ...inference,
      signer,
      readReceipt: (call, companyId) => readReceipt(shards.of(companyId), call).catch(rethrowRetryable),
      isArchivedTime: (callId, companyId) =>
        isArchivedTime(shards.of(companyId), callId).catch(rethrowRetryable),
    }),
    jobsRoute(inference, operations.list_jobs),
    mcpRoute(mcp),
    parseRoute(parseDeps, 'cv'),
    parseRoute(parseDeps, 'jd'),
    publicDocumentRoute(inference, '/openapi.json', () => description),
    ...[...createDocsPage()].map(([path, document]) => publicDocumentRoute(inference, path, () => document)),
    publicDocumentRoute(inference, '/.well-known/jwks.json', () => receiptKeys),
  ]
  const description = createOpenApiDocument(inference.names, routes, Object.values(operations))
  const earlyRejection = { isDue: () => !inference.overload.admits(), fault: overloaded() }
  return (
    routes
      .map((route) => recordRefusals(route, recordRefusal))
      // Probes and scrapes are answered however busy the process is.
      .map((route) => (route.isQuiet ? route : Object.assign(route, { earlyRejection })))
  )
}
