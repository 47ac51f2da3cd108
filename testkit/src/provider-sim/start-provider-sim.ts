// A model provider that implements the widely used chat-completion wire format without a model behind it. Gateway tests
// plan its faults; `pnpm dev` uses it while no real provider is configured.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FaultPlan } from './plan/fault-plan.ts'
import { createPlanQueue, type RequestPredicate, type StandingPlan } from './plan/plan-queue.ts'
import { createRequestLog, pathOf, type RecordedRequest, type SimCounts } from './server/request-log.ts'
import { serveControlRequest } from './server/serve-control-request.ts'
import { type ModelApi, serveModelRequest } from './server/serve-model-request.ts'

export { countChatPromptTokens, countTokens } from './answer/count-tokens.ts'
export type { FaultPlan } from './plan/fault-plan.ts'
export type { RecordedRequest, SimCounts } from './server/request-log.ts'

export type ProviderSimOptions = {
  /** 0, the default, picks a free port. */
  port?: number | undefined
  /** 127.0.0.1 by default, because the control API must not be reachable from a network. */
  host?: string | undefined
  /** If given, every /v1 request must carry it. */
  apiKey?: string | undefined
  /** Unlimited by default. */
  tokensPerSecond?: number | undefined
  /** On by default. Load tests turn it off; the counts remain. */
  recordRequests?: boolean | undefined
  /** The models that GET /v1/models lists. Any other name works too. */
  models?: readonly string[] | undefined
}

export type ProviderSim = {
  /** http://127.0.0.1:port/v1 */
  readonly baseUrl: string
  readonly port: number
  /** The last 1000 requests except those to /sim and /health, oldest first. */
  readonly requests: readonly RecordedRequest[]
  readonly counts: Readonly<SimCounts>
  /** Queues a plan for the next requests. */
  planNext(plan: FaultPlan, times?: number): void
  /**
   * Applies the plan to every matching request that neither carries its own plan nor gets a queued one. The returned
   * function removes it.
   */
  planWhen(predicate: RequestPredicate, plan: StandingPlan): () => void
  /** Clears plans, records and counts. */
  reset(): void
  /** Closes immediately, open streams included. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const CONNECTIONS_WAITING_MAX = 4_096

export async function startProviderSim(options: ProviderSimOptions = {}): Promise<ProviderSim> {
  const { host = '127.0.0.1', apiKey, tokensPerSecond, models = ['sim-chat', 'sim-embed'] } = options
  const log = createRequestLog({ isRecording: options.recordRequests ?? true })
  const plans = createPlanQueue()
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
  // No timeouts: a client that reuses an idle connection must not find it closed.
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 })
  server.on('request', (message, response) => {
    const path = pathOf(message)
    const isControl = path === '/health' || path.startsWith('/sim/')
    const served = isControl
      ? serveControlRequest(api, message, response)
      : serveModelRequest(api, message, response)
    // Only a bug in the simulator gets here. Make it visible instead of letting the client hang.
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
    // The only possible error is that the server is already closed.
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
