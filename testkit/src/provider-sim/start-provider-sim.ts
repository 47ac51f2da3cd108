// A model provider that answers by the widely used chat-completion wire format without a model behind it. Tests
// of the gateway tell it what shall go wrong; `pnpm dev` uses it while no real provider is configured.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FaultPlan } from './plan/fault-plan.ts'
import { createPlanBook, type RequestPredicate } from './plan/plan-book.ts'
import { createRequestLog, pathOf, type RecordedRequest, type SimCounts } from './server/request-log.ts'
import { serveControlRequest } from './server/serve-control-request.ts'
import { type ModelApi, serveModelRequest } from './server/serve-model-request.ts'

export { countChatPromptTokens, countTokens } from './answer/count-tokens.ts'
export type { FaultPlan } from './plan/fault-plan.ts'
export type { RecordedRequest, SimCounts } from './server/request-log.ts'

export type ProviderSimOptions = {
  /** 0, the default, chooses a free one. */
  port?: number | undefined
  /** 127.0.0.1 by default: a simulator that takes orders over HTTP is nothing for a network. */
  host?: string | undefined
  /** If given, every /v1 request must bear it. */
  apiKey?: string | undefined
  /** As fast as possible by default. */
  tokensPerSecond?: number | undefined
  /** On by default. Load tests switch it off; the counts remain. */
  recordRequests?: boolean | undefined
  /** What GET /v1/models lists. Any other name is answered too. */
  models?: readonly string[] | undefined
}

export type ProviderSim = {
  /** http://127.0.0.1:port/v1 */
  readonly baseUrl: string
  readonly port: number
  /** The last 1000 requests to anything but /sim and /health, oldest first. */
  readonly requests: readonly RecordedRequest[]
  readonly counts: Readonly<SimCounts>
  /** Queues a plan for the next requests. */
  planNext(plan: FaultPlan, times?: number): void
  /** Applies to every request it holds for and for which no plan is queued. The returned function ends it. */
  planWhen(predicate: RequestPredicate, plan: FaultPlan): () => void
  /** Forgets plans, records and counts. */
  reset(): void
  /** Closes at once, open streams included. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const CONNECTIONS_WAITING_MAX = 4_096

export async function startProviderSim(options: ProviderSimOptions = {}): Promise<ProviderSim> {
  const { host = '127.0.0.1', apiKey, tokensPerSecond, models = ['sim-chat', 'sim-embed'] } = options
  const log = createRequestLog({ isRecording: options.recordRequests ?? true })
  const plans = createPlanBook()
  const server = createSimServer({ log, plans, apiKey, tokensPerSecond, models })
  await listen(server, { host, port: options.port ?? 0, backlog: CONNECTIONS_WAITING_MAX })
  const { port } = server.address() as AddressInfo
  const close = () => closeAtOnce(server)
  return {
    baseUrl: `http://${host}:${port}/v1`,
    port,
    get requests() {
      return log.requests
    },
    get counts() {
      return log.counts
    },
    planNext(plan, times = 1) {
      plans.planNext(plan, times)
    },
    planWhen(predicate, plan) {
      return plans.planWhen(predicate, plan)
    },
    reset() {
      plans.clear()
      log.clear()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function createSimServer(api: ModelApi): Server {
  // No time limits of our own: a client that reuses an idle connection must not meet our closing it.
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 })
  server.on('request', (message, response) => {
    const path = pathOf(message)
    const isControl = path === '/health' || path.startsWith('/sim/')
    const served = isControl
      ? serveControlRequest(api, message, response)
      : serveModelRequest(api, message, response)
    // Only a bug of the simulator gets here. It shall be seen, and not hang a client.
    served.catch((error: Error) => {
      process.emitWarning(error)
      response.destroy()
    })
  })
  return server
}

function listen(server: Server, options: { host: string; port: number; backlog: number }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(options, () => {
    server.off('error', reject)
    resolve()
  })
  return promise
}

function closeAtOnce(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // The only error is that it is closed already.
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
