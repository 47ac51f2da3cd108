// The requests that one parse sends to the routes of its alias. Each is handled like any call: routes in order, circuit
// breakers, timeouts; the parse is charged for their total usage.
import type { FailureReason, TokenUsage } from '@gatehouse/calls/call'
import { isPossible, possibleUsage } from '@gatehouse/credits/price-call'
import type { Route } from '@gatehouse/models/alias'
import type { AskModel, ModelReply } from '@gatehouse/parsing/ask-model'
import { chatEndpoint } from '../call/endpoint.ts'
import type { Call } from '../call/call.ts'
import type { CallDeps } from '../call/call-deps.ts'
import type { Client } from '../call/client.ts'
import { type ProviderAnswer, callProvider } from '../provider/call-provider.ts'
import type { ProviderExchange } from '../provider/provider-exchange.ts'
import { readModelName } from '../wire/replace-model.ts'
import { readUsage, scanAnswer } from '../wire/scan-answer.ts'

/** No route answered; the call is recorded with this reason. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
  readonly reason: FailureReason
  readonly retryAfterMs: number

  constructor({ reason, retryAfterMs, cause }: Extract<ProviderAnswer, { kind: 'failed' }>) {
    super(`no route answered: ${reason}`, { cause })
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

export type ModelRequests = {
  ask: AskModel
  /** Total usage of all requests; "none" if one of the answers lacked it. */
  usage(): TokenUsage | 'none'
  /** Whether no request has been answered. */
  isUnanswered(): boolean
  /** Whether every usage report is plausible. */
  isPossible(): boolean
  /** Aborts all requests in flight. */
  abort(reason: Error): void
}

type ModelRequestDeps = Pick<CallDeps, 'pools' | 'health' | 'random' | 'observeModel'>

export function createModelRequests(deps: ModelRequestDeps, call: Call, client: Client): ModelRequests {
  const open = new Set<ProviderExchange>()
  const total: TokenUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }
  let hasAllUsage = true
  let areAllPossible = true
  let answered = 0
  const { entry } = call
  const possible = possibleUsage({
    contextTokens: entry.contextTokens,
    textCount: 1,
    outputTokensMax: entry.maxOutputTokens,
    answerCount: 1,
  })
  let endedFor: Error | undefined

  function add(usage: TokenUsage | 'none'): void {
    if (usage === 'none') return void (hasAllUsage = false)
    areAllPossible &&= isPossible(usage, possible)
    total.promptTokens += usage.promptTokens
    total.cachedTokens += usage.cachedTokens
    total.completionTokens += usage.completionTokens
  }

  return {
    async ask({ compose }) {
      const own = new Set<ProviderExchange>()
      const answer = await callProvider(deps, {
        routes: call.entry.routes,
        toRequest: (route) => ({
          path: chatEndpoint.path,
          body: Buffer.from(JSON.stringify({ model: route.providerModel, ...compose(route) })),
        }),
        context: call.context,
        reserve: call.bytes.take,
        onAttempt(exchange) {
          own.add(exchange)
          open.add(exchange)
          if (endedFor) exchange.abort(endedFor)
        },
        isClientGone: () => client.isGone,
      })
      for (const exchange of own) open.delete(exchange)
      if (answer.kind === 'json') {
        call.timings.recordFirstByte()
        const { usage, model, body } = readAnswer(answer)
        add(usage)
        answered += 1
        if (model !== undefined) deps.observeModel({ alias: entry.alias, route: answer.route, model })
        return { kind: 'answered', route: answer.route, body }
      }
      return toReply(answer)
    },
    usage: () => (hasAllUsage ? total : 'none'),
    isUnanswered: () => answered === 0,
    isPossible: () => areAllPossible,
    abort(reason) {
      endedFor ??= reason
      for (const exchange of open) exchange.abort(reason)
    },
  }
}

type ReadAnswer = { usage: TokenUsage | 'none'; model: string | undefined; body: unknown }

function readAnswer({ body, route }: { body: Buffer; route: Route }): ReadAnswer {
  const scan = scanAnswer(body)
  if (!scan?.isWhole || scan.hasError) throw unusable('the answer is an error or not a JSON object')
  const usage = scan.usage
    ? readUsage(body.subarray(scan.usage.start, scan.usage.end), { countsTotal: route.countsTotalTokens })
    : 'none'
  return { usage, model: readModelName(body, scan.models), body: JSON.parse(body.toString()) }
}

function toReply(answer: Exclude<ProviderAnswer, { kind: 'json' }>): ModelReply {
  switch (answer.kind) {
    case 'refused':
      return { kind: 'refused', route: answer.route, message: readRefusal(answer.body) }
    case 'stream': {
      const { permit, stream } = answer
      permit.fail()
      const cause = unusable('the provider sent a stream that was not requested')
      stream.exchange.abort(cause)
      throw cause
    }
    case 'failed':
      throw new ProviderFailed(answer)
  }
}

function unusable(message: string): ProviderFailed {
  return new ProviderFailed({
    kind: 'failed',
    reason: 'provider_error',
    retryAfterMs: 0,
    cause: new Error(message),
  })
}

const wordsMax = 4_096

/**
 * Extracts the provider's error message, which determines how the next request is composed and is never shown. Only the
 * message: the rest may repeat the request, and with it the document's text.
 */
export function readRefusal(body: Buffer): string {
  const text = body.toString()
  try {
    return messageIn(JSON.parse(text)).slice(0, wordsMax)
  } catch {
    return text.slice(0, wordsMax)
  }
}

function messageIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const { error, message } = value as { error?: unknown; message?: unknown }
  return messageIn(error ?? message)
}
