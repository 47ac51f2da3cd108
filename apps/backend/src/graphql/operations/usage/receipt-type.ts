import { formatCredits } from '@gatehouse/credits/credit'
import type { Receipt, ReceiptPrice } from '@gatehouse/credits/read-receipt'
import { receiptArithmetic, receiptCharge, receiptRule } from '@gatehouse/credits/receipt-text'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'
import { callStatusType } from './call-status.ts'

const receiptPriceType = defineObject<ReceiptPrice>(
  'ReceiptPrice',
  'The price that applied to a call, in credits per million tokens. A version never changes.',
  {
    version: field(shapes.id, (price) => price.version.toString()),
    inputPerMillion: field(shapes.string, (price) => formatCredits(price.inputMicrosPerMillion)),
    cachedInputPerMillion: field(shapes.string, (price) => formatCredits(price.cachedInputMicrosPerMillion)),
    outputPerMillion: field(shapes.string, (price) => formatCredits(price.outputMicrosPerMillion)),
    since: field(shapes.time, (price) => price.since),
  },
)

export const receiptType = defineObject<Receipt & { jws: string | null }>(
  'Receipt',
  'What a call cost and why, according to the ledger. rule says in words why it was charged or not. arithmetic recomputes the charge ' +
    'from the tokens and the price; it and the price are null if the call was not charged. charged includes what an operator decided ' +
    'later about a parked call; the balances are those at the end of the call. givenBack is what was returned because ' +
    'the answer was not delivered. concernedCompanyId is the company for which the platform made the call. jws is the receipt of the gateway’s API, signed ' +
    'with one of the keys that the gateway publishes at /.well-known/jwks.json; null if the backend has no key.',
  {
    id: field(shapes.id, (receipt) => receipt.id),
    keyId: field(shapes.id, (receipt) => receipt.keyId),
    concernedCompanyId: field(optional(shapes.id), (receipt) => receipt.concernedCompanyId),
    model: field(shapes.string, (receipt) => receipt.alias),
    operation: field(shapes.string, (receipt) => receipt.operation),
    status: field(callStatusType, (receipt) => receipt.status),
    reason: field(optional(shapes.string), (receipt) => receipt.reason),
    rule: field(shapes.string, receiptRule),
    createdAt: field(shapes.time, (receipt) => receipt.createdAt),
    durationMs: field(shapes.int, (receipt) => receipt.durationMs),
    promptTokens: field(shapes.int, (receipt) => receipt.usage.promptTokens),
    cachedTokens: field(shapes.int, (receipt) => receipt.usage.cachedTokens),
    completionTokens: field(shapes.int, (receipt) => receipt.usage.completionTokens),
    price: field(optional(receiptPriceType), (receipt) => receipt.price),
    held: field(shapes.string, (receipt) => formatCredits(receipt.heldMicros)),
    charged: field(shapes.string, (receipt) => formatCredits(receiptCharge(receipt))),
    givenBack: field(shapes.string, (receipt) => formatCredits(receipt.givenBackMicros)),
    balanceBefore: field(shapes.string, ({ balanceAfterMicros, chargedMicros }) =>
      formatCredits(balanceAfterMicros + chargedMicros),
    ),
    balanceAfter: field(shapes.string, (receipt) => formatCredits(receipt.balanceAfterMicros)),
    jws: field(optional(shapes.string), (receipt) => receipt.jws),
    arithmetic: field(optional(shapes.string), receiptArithmetic),
  },
)
