// What a receipt says in words: the rule that decided the charge, and the arithmetic by which a reader can recompute it.
import type { FailureReason, ParkReason } from '@gatehouse/calls/call'
import { formatCredits } from '../credit.ts'
import type { Receipt } from '../postgres/read-receipt.ts'
import { exactCost } from '../price-call.ts'

const rules: Readonly<Partial<Record<FailureReason | ParkReason, string>>> = {
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

export function receiptRule({
  status,
  reason,
  givenBackMicros,
  decision,
}: Pick<Receipt, 'status' | 'reason' | 'givenBackMicros' | 'decision'>): string {
  if (decision) return describeDecision(decision)
  if (givenBackMicros > 0n) return 'The answer was not delivered, so the charge was returned.'
  if (status === 'SUCCEEDED') return 'The answer came with usage and is charged by it.'
  return (rules as Readonly<Record<string, string>>)[reason ?? ''] ?? 'Nothing is charged.'
}

/** The charge, also if a person decided about it later. */
export function receiptCharge({
  chargedMicros,
  decision,
}: Pick<Receipt, 'chargedMicros' | 'decision'>): bigint {
  return decision?.chargedMicros ?? chargedMicros
}

function describeDecision({ chargedMicros, at }: NonNullable<Receipt['decision']>): string {
  const day = at.toISOString().slice(0, 10)
  return chargedMicros > 0n
    ? `The call was parked. An operator reviewed it on ${day} and charged ${formatCredits(chargedMicros)} credits.`
    : `The call was parked. An operator reviewed it on ${day}, and nothing is charged.`
}

/**
 * Tokens × price per million tokens for each class, the exact sum, and the charge: the sum rounded up to six places.
 * Null if the call has no price, and so no charge.
 */
export function receiptArithmetic({ usage, price }: Pick<Receipt, 'usage' | 'price'>): string | null {
  if (!price) return null
  const { chargedMicros, inputTokens, cachedTokens, outputTokens, costPerMillion } = exactCost(usage, price)
  const terms = [
    `${inputTokens} input × ${formatCredits(price.inputMicrosPerMillion)}`,
    `${cachedTokens} cached input × ${formatCredits(price.cachedInputMicrosPerMillion)}`,
    `${outputTokens} output × ${formatCredits(price.outputMicrosPerMillion)}`,
  ]
  // The sum in micro-credits for a million tokens is the cost in credits with twelve decimals.
  const digits = costPerMillion.toString().padStart(13, '0')
  const cost = `${digits.slice(0, -12)}.${digits.slice(-12)}`
  return `(${terms.join(' + ')}) ÷ 1000000 = ${cost}, rounded up to ${formatCredits(chargedMicros)}`
}
