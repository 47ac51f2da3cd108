// The public representation of a receipt: amounts in credits with six decimals, and the rule that decided the charge,
// in words.
import { formatCredits } from '@gatehouse/credits/credit'
import type { Receipt, ReceiptPrice } from '@gatehouse/credits/read-receipt'

const rules: Readonly<Record<string, string>> = {
  no_usage: 'The answer came without usage, so it is not charged.',
  provider_error: 'No complete answer arrived, so nothing is charged.',
  extraction_failed: 'The output of the model was unusable, and a parse that fails is not charged.',
  provider_timeout: 'No complete answer arrived in time, so nothing is charged.',
  routes_unavailable: 'No model could be called, so nothing is charged.',
  client_gone: 'The client disconnected before the answer was complete, so nothing is charged.',
  key_ended: 'The key ended while the call ran, so nothing is charged.',
  company_suspended: 'The company was suspended while the call ran, so nothing is charged.',
  settle_unavailable: 'The charge could not be made durable in time, so nothing is charged.',
  process_died: 'The gateway stopped while the call ran, so nothing is charged.',
  price_missing:
    'There was no price for the model, so nothing is charged until an operator has reviewed the call.',
  price_invalid:
    'There was no usable price for the model, so nothing is charged until an operator has reviewed the call.',
}

export function receiptBody(receipt: Receipt): object {
  const { promptTokens, cachedTokens, completionTokens } = receipt.usage
  return {
    object: 'usage.receipt',
    id: receipt.id,
    key_id: receipt.keyId,
    company_id: receipt.companyId,
    concerned_company_id: receipt.concernedCompanyId,
    model: receipt.alias,
    operation: receipt.operation,
    status: receipt.status.toLowerCase(),
    reason: receipt.reason,
    rule: ruleOf(receipt),
    created_at: receipt.createdAt.toISOString(),
    tokens: {
      prompt: promptTokens,
      cached: cachedTokens,
      completion: completionTokens,
      total: promptTokens + completionTokens,
    },
    price: receipt.price && priceBody(receipt.price),
    currency: 'credits',
    credits: {
      held: formatCredits(receipt.heldMicros),
      charged: formatCredits(receipt.chargedMicros),
      given_back: formatCredits(receipt.givenBackMicros),
      balance_after: formatCredits(receipt.balanceAfterMicros),
    },
    timings: { duration_ms: receipt.durationMs },
  }
}

function ruleOf({ status, reason, givenBackMicros }: Receipt): string {
  if (givenBackMicros > 0n) return 'The answer was not delivered, so the charge was returned.'
  if (status === 'SUCCEEDED') return 'The answer came with usage and is charged by it.'
  return rules[reason ?? ''] ?? 'Nothing is charged.'
}

function priceBody(price: ReceiptPrice): object {
  return {
    version: price.version.toString(),
    input_per_million: formatCredits(price.inputMicrosPerMillion),
    cached_input_per_million: formatCredits(price.cachedInputMicrosPerMillion),
    output_per_million: formatCredits(price.outputMicrosPerMillion),
  }
}
