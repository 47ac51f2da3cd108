import { formatCredits } from '@gatehouse/credits/credit'
import { type ListedTransfer, listTransfers } from '@gatehouse/credits/list-transfers'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'

const transactionTypeType = enumeration('CreditTransactionType', 'Why the balance changed.', [
  'PACK_PURCHASE',
  'REFUND',
  'SUBSCRIPTION_GRANT',
  'USAGE',
  'ADJUSTMENT',
  'EXPIRY',
  'PROMO',
])

const transactionType = defineObject<ListedTransfer>('CreditTransaction', 'A change of the balance.', {
  id: field(shapes.id, (transfer) => transfer.id),
  type: field(transactionTypeType, (transfer) => transfer.type),
  credits: field(shapes.string, (transfer) => formatCredits(transfer.amount_micros)),
  balanceAfter: field(shapes.string, (transfer) => formatCredits(transfer.balance_after_micros)),
  reason: field(optional(shapes.string), (transfer) => transfer.reason),
  createdAt: field(shapes.time, (transfer) => transfer.created_at),
})

const connectionType = definePage('CreditTransactionConnection', 'A page of transactions.', transactionType)

export const creditTransactions = defineQuery({
  name: 'creditTransactions',
  description:
    'The changes of the company’s balance, newest first. Charges of calls are not listed here; see usage.',
  inputs: { companyId: inputs.id, ...pageInputs },
  returns: connectionType,
  cost: 20,
  resolve: ({ deps }, { companyId, ...page }) =>
    takePage(page, (wanted) => listTransfers(deps.database, companyId, wanted)),
})
