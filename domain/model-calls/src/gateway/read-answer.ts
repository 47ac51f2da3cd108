// Turns the gateway's response into a model answer, or into the corresponding fault.
import type { Fault } from '@gatehouse/runtime/fault'
import { z } from 'zod'
import type { ModelAnswer } from '../model-client.ts'
import { readJson } from '../read-json.ts'
import { type CallFaultName, callFault } from './model-call-faults.ts'

export type GatewayReply = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

const answerSchema = z.object({
  choices: z
    .array(
      z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).optional(),
})

const errorSchema = z.object({ error: z.object({ code: z.string().nullish(), message: z.string() }) })

export function readAnswer(reply: GatewayReply): ModelAnswer | Fault {
  const callId = String(reply.headers['x-request-id'] ?? '')
  if (reply.status !== 200) return readRefusal(reply, callId)
  const parsed = answerSchema.safeParse(readJson(reply.body))
  const choice = parsed.data?.choices[0]
  const isWhole = choice?.finish_reason !== 'length'
  // A model that thinks may reach the output limit before the first letter of its answer.
  const text = choice?.message.content ?? (isWhole ? undefined : '')
  if (text === undefined) return callFault('no_text', { context: { call_id: callId }, cause: parsed.error })
  return {
    text,
    isWhole,
    callId,
    promptTokens: parsed.data?.usage?.prompt_tokens ?? 0,
    completionTokens: parsed.data?.usage?.completion_tokens ?? 0,
  }
}

export function readRefusal({ status, headers, body }: GatewayReply, callId: string): Fault {
  const error = errorSchema.safeParse(readJson(body)).data?.error
  const context = { status, gateway_code: error?.code ?? null, says: error?.message ?? null, call_id: callId }
  const name = nameOf(status, error?.code)
  const askedMs = Number(headers['retry-after-ms'])
  const retryAfterMs = Number.isFinite(askedMs) && askedMs > 0 ? askedMs : waitMs[name]
  return callFault(name, { context, ...(waitMs[name] !== undefined && { retryAfterMs }) })
}

/**
 * Default delays for the faults whose tasks wait without using up an attempt; the gateway's Retry-After takes
 * precedence.
 */
const waitMs: Partial<Record<CallFaultName, number>> = { limited: 5_000, running: 5_000, capped: 15 * 60_000 }

function nameOf(status: number, code: string | null | undefined): CallFaultName {
  if (status >= 500) return 'failed'
  if (status === 429) return 'limited'
  if (status === 409 && code === 'IDEMPOTENCY_IN_PROGRESS') return 'running'
  if (code === 'LLM_SCOPE_DENIED') return 'scope_denied'
  if (status === 402) return 'capped'
  return status === 401 || status === 403 || status === 404 ? 'denied' : 'refused'
}
