// Sends an answer's steps over a connection and records the outcome.
import type { FaultPlan } from '../plan/fault-plan.ts'
import { answerSteps, type Step } from '../wire/answer-steps.ts'
import type { WireAnswer } from '../wire/wire-answer.ts'
import type { Exchange } from './request-log.ts'
import type { ResponseOutlet } from './response-outlet.ts'

export type Delivery = { exchange: Exchange; outlet: ResponseOutlet; answer: WireAnswer; plan: FaultPlan }

export async function sendAnswer(delivery: Delivery): Promise<void> {
  const { exchange, outlet, answer, plan } = delivery
  await waitForHeaders(delivery)
  if (outlet.isClosed) return exchange.disconnect()
  if (plan.fault?.kind === 'reset_before_headers') {
    exchange.fault()
    return outlet.reset()
  }
  if (plan.fault?.kind === 'hang_before_headers') return hang(delivery)
  outlet.start(answer.status, responseHeaders(delivery))
  const startedMs = performance.now()
  for (const step of answerSteps(answer, plan)) {
    if (step.kind !== 'write') return finish(step.kind, delivery)
    const earlyMs = step.dueMs - (performance.now() - startedMs)
    if (earlyMs > 0) await outlet.wait(earlyMs)
    await outlet.write(step.bytes)
    if (step.isAlone) await outlet.flush()
    if (outlet.isClosed) return exchange.disconnect()
    if (step.completesFrame) exchange.writeFrame()
  }
}

async function waitForHeaders({ outlet, answer, plan }: Delivery): Promise<void> {
  const tokens = answer.kind === 'body' ? answer.tokensGenerated : 0
  const generationMs = (tokens * 1_000) / (plan.tokensPerSecond ?? Infinity)
  const delayMs = (plan.shape?.headersDelayMs ?? 0) + generationMs
  if (delayMs > 0) await outlet.wait(delayMs)
}

async function finish(kind: Exclude<Step['kind'], 'write'>, delivery: Delivery): Promise<void> {
  const { exchange, outlet, plan } = delivery
  switch (kind) {
    case 'hang':
      await outlet.flush()
      return hang(delivery)
    case 'cut':
      await outlet.flush()
      exchange.fault()
      return outlet.cut()
    case 'end':
      await outlet.end()
      if (!outlet.isFinished) return exchange.disconnect()
      return plan.fault ? exchange.fault() : exchange.complete()
  }
}

async function hang({ exchange, outlet }: Delivery): Promise<void> {
  exchange.fault()
  await outlet.closed()
  exchange.disconnect()
}

function responseHeaders({ answer, plan }: Delivery): Record<string, string> {
  const headers = { ...PROVIDER_HEADERS, ...answer.headers }
  if (plan.shape?.gzip) return { ...headers, 'content-encoding': 'gzip' }
  if (answer.kind === 'stream' || isBodyChanged(plan)) return headers
  return { ...headers, 'content-length': String(Buffer.byteLength(answer.body)) }
}

// Headers that reveal the provider and that a gateway must not pass on.
const PROVIDER_HEADERS = {
  server: 'gatehouse-provider-sim',
  'openai-organization': 'sim-organization',
  'openai-processing-ms': '1',
  'x-request-id': 'req_sim',
}

/**
 * Whether the fault changes the body's length, which is then not known in advance. A body that is cut off keeps its
 * intended length.
 */
function isBodyChanged({ fault }: FaultPlan): boolean {
  return fault?.kind === 'end_early' || fault?.kind === 'error_mid_stream' || fault?.kind === 'garbage_frame'
}
