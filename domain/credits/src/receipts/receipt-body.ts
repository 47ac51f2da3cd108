// The public representation of a receipt: amounts in credits with six decimals, and the rule that decided the charge,
// in words.
import { formatCredits } from '../credit.ts'
import type { Receipt, ReceiptPrice } from '../postgres/read-receipt.ts'
import { receiptCharge, receiptRule } from './receipt-text.ts'

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
    rule: receiptRule(receipt),
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
      charged: formatCredits(receiptCharge(receipt)),
      given_back: formatCredits(receipt.givenBackMicros),
      balance_after: formatCredits(receipt.balanceAfterMicros),
    },
    timings: { duration_ms: receipt.durationMs },
  }
}

function priceBody(price: ReceiptPrice): object {
  return {
    version: price.version.toString(),
    input_per_million: formatCredits(price.inputMicrosPerMillion),
    cached_input_per_million: formatCredits(price.cachedInputMicrosPerMillion),
    output_per_million: formatCredits(price.outputMicrosPerMillion),
  }
}
