// Whether the call may run: overdue, credits, requests, tokens, in one round trip that also takes the hold.
import type { Admission, Rates } from '@gatehouse/limits/admission'
import { estimateTokens } from '@gatehouse/limits/estimate-tokens'
import type { Limits } from '@gatehouse/limits/create-limits'
import type { ApiKey } from '@gatehouse/keys/api-key'
import { priceCall } from '@gatehouse/credits/price-call'
import type { Fault } from '@gatehouse/runtime/fault'
import { accountFrozen, insufficientCredits, invoiceOverdue, rateLimited } from '../../gateway-faults.ts'
import type { Endpoint } from '../endpoint.ts'
import type { ModelCall } from './read-model-call.ts'

export type Estimate = { inputTokens: number; outputTokens: number; totalTokens: number; micros: bigint }

// Far above any model's: the alias's own limit is on what it writes.
const contextTokensMax = 4_000_000

export function estimateCall(endpoint: Endpoint, { body, scan, entry }: ModelCall): Estimate {
  const outputTokensMax = endpoint.operation === 'embeddings' ? 0 : entry.maxOutputTokens * scan.choiceCount
  const asked = scan.outputTokensMax === undefined ? undefined : scan.outputTokensMax * scan.choiceCount
  const tokens = estimateTokens({
    bodyBytes: body.length,
    askedOutputTokens: asked,
    alias: { outputTokensMax, outputTokensAssumed: outputTokensMax, contextTokensMax },
  })
  const usage = { promptTokens: tokens.inputTokens, cachedTokens: 0, completionTokens: tokens.outputTokens }
  const priced = priceCall(usage, entry.price)
  return { ...tokens, micros: priced.kind === 'priced' ? priced.chargedMicros : 0n }
}

export type CallToAdmit = {
  callId: string
  key: ApiKey
  endpoint: Endpoint
  alias: string
  estimate: Estimate
  deadlineMs: number
}

export async function admitCall(limits: Pick<Limits, 'admit'>, call: CallToAdmit): Promise<Rates> {
  const { callId, key, endpoint, alias, estimate, deadlineMs } = call
  const admission = await limits.admit({
    callId,
    companyId: key.companyId,
    keyId: key.id,
    operation: endpoint.operation,
    alias,
    estimateMicros: estimate.micros,
    estimatedTokens: estimate.totalTokens,
    deadlineMs,
    rpmLimit: key.rpmLimit,
    tpmLimit: key.tpmLimit,
  })
  if (admission.kind === 'admitted') return admission.rates
  throw refusalOf(admission)
}

function refusalOf(admission: Exclude<Admission, { kind: 'admitted' }>): Fault {
  switch (admission.kind) {
    case 'overdue':
      return invoiceOverdue()
    case 'frozen':
      return accountFrozen()
    case 'insufficient_credits':
      return insufficientCredits(admission.balanceMicros, admission.heldMicros)
    case 'rate_limited': {
      const { what, rates, retryAfterMs } = admission
      return rateLimited(`${what} of this key`, rates[what].limit, retryAfterMs)
    }
  }
}
