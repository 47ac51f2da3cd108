// The provider of the models, as the gateway's HTTP client sees it: it answers as the plan of the call says.
import type { Dispatcher } from 'undici'
import type { Host } from '../engine/host.ts'
import { type CallPlan, costOf } from './call-plan.ts'
import type { World } from './world.ts'

type Handler = Dispatcher.DispatchHandler
type Pools = { of(route: unknown): { pool: Dispatcher; basePath: string }; close(): Promise<void> }

export class SimulatedProvider {
  readonly #world: World
  readonly #plans = new Map<string, CallPlan>()
  readonly #failed = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  expect(plan: CallPlan, callId: string): void {
    this.#plans.set(callId, plan)
  }

  /** The connections of one process. */
  connect(host: Host): Pools {
    const dispatch = ({ headers }: { headers: { traceparent: string } }, handler: Handler) => {
      const callId = headers.traceparent
      const plan = this.#plans.get(callId)
      if (!plan) throw new Error('the provider does not know the call')
      this.#serve(host, { plan, callId, handler })
      return true
    }
    const pool = { dispatch } as unknown as Dispatcher
    return { of: () => ({ pool, basePath: '' }), close: async () => undefined }
  }

  #serve(host: Host, { plan, callId, handler }: { plan: CallPlan; callId: string; handler: Handler }): void {
    const { scheduler } = this.#world
    let isOver = false
    const end = (step: () => void) => {
      if (isOver) return
      isOver = true
      step()
    }
    const controller = {
      abort: (reason: Error) =>
        scheduler.after(1, () =>
          host.deliver(() => end(() => handler.onResponseError?.(controller, reason))),
        ),
      pause: () => undefined,
      resume: () => undefined,
    } as unknown as Dispatcher.DispatchController
    const failsNow = plan.ending === 'fails_first' && !this.#failed.has(callId)
    if (failsNow) this.#failed.add(callId)
    const parts = failsNow ? [new Error('the connection was refused')] : this.#partsOf(plan, callId)
    handler.onRequestStart?.(controller, undefined)
    parts.forEach((part, index) =>
      scheduler.after(plan.frameMs * (index + 1), () =>
        host.deliver(() => {
          if (isOver) return
          if (part instanceof Error) return end(() => handler.onResponseError?.(controller, part))
          if (typeof part === 'function') return end(() => part(handler, controller))
          if (index === 0) handler.onResponseStart?.(controller, ...headOf(plan), 'OK')
          handler.onResponseData?.(controller, part)
        }),
      ),
    )
  }

  /** What the provider sends, one part per turn. */
  #partsOf(plan: CallPlan, callId: string): readonly (Buffer | Error | Ending)[] {
    const { ending, isStream, frames } = plan
    if (ending === 'refuses') return [Buffer.from('{"error":{"message":"no"}}'), endResponse]
    const texts = isStream ? Array.from({ length: frames + 1 }, () => textFrame) : []
    if (ending === 'breaks') return [...texts, new Error('the connection broke')]
    if (ending === 'hangs') return [...texts, ...silence, timeout()]
    const usage = ending === 'no_usage' ? undefined : toUsage(plan)
    if (usage !== undefined) this.#world.clients.sawUsage(callId, costOf(plan))
    if (!isStream) return [Buffer.from(jsonAnswer(usage)), endResponse]
    return [
      ...texts,
      Buffer.concat([lastFrame, ...(usage ? [usageFrame(usage)] : []), doneFrame]),
      endResponse,
    ]
  }
}

type Ending = (handler: Handler, controller: Dispatcher.DispatchController) => void

const endResponse: Ending = (handler, controller) => handler.onResponseEnd?.(controller, {})

function headOf({ isStream, ending }: CallPlan): [number, Record<string, string>] {
  if (ending === 'refuses') return [400, { 'content-type': 'application/json' }]
  return [200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' }]
}

// Comments keep the connection alive without an answer.
const silence = Array.from({ length: 3 }, () => Buffer.from(': \n\n'))

function timeout(): Error {
  return Object.assign(new Error('the provider fell silent'), { code: 'UND_ERR_BODY_TIMEOUT' })
}

function frame(choice: string): Buffer {
  return Buffer.from(`data: {"id":"x","model":"a-model","choices":[${choice}]}\n\n`)
}

const textFrame = frame('{"index":0,"delta":{"content":"text"},"finish_reason":null}')
const lastFrame = frame('{"index":0,"delta":{},"finish_reason":"stop"}')
const doneFrame = Buffer.from('data: [DONE]\n\n')

function usageFrame(usage: string): Buffer {
  return Buffer.from(`data: {"id":"x","model":"a-model","choices":[],"usage":${usage}}\n\n`)
}

function jsonAnswer(usage: string | undefined): string {
  const choice = '{"index":0,"message":{"role":"assistant","content":"text"},"finish_reason":"stop"}'
  return `{"id":"x","model":"a-model","choices":[${choice}]${usage ? `,"usage":${usage}` : ''}}`
}

function toUsage({ usage }: CallPlan): string {
  const { promptTokens, cachedTokens, completionTokens } = usage
  return JSON.stringify({
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  })
}
