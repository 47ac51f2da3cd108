import { formatCredits } from '@gatehouse/credits/credit'
import { type ListedTransfer, listTransfers } from '@gatehouse/credits/list-transfers'
import { badRequest } from '../../graphql-faults.ts'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

const transactionTypeType = enumeration('CreditTransactionType', 'Why credits moved.', [
  'PACK_PURCHASE',
  'REFUND',
  'SUBSCRIPTION_GRANT',
  'USAGE',
  'ADJUSTMENT',
  'EXPIRY',
  'PROMO',
])

const transactionType = defineObject<ListedTransfer>('CreditTransaction', 'Credits that came or went.', {
  id: field(shapes.id, (transfer) => transfer.id),
  type: field(transactionTypeType, (transfer) => transfer.type),
  credits: field(shapes.string, (transfer) => formatCredits(transfer.amount_micros)),
  balanceAfter: field(shapes.string, (transfer) => formatCredits(transfer.balance_after_micros)),
  reason: field(optional(shapes.string), (transfer) => transfer.reason),
  createdAt: field(shapes.time, (transfer) => transfer.created_at),
})

type Page = { nodes: readonly ListedTransfer[]; endCursor: string | null; hasNextPage: boolean }

const connectionType = defineObject<Page>('CreditTransactionConnection', 'A page of transactions.', {
  nodes: field(listOf(transactionType), (page) => page.nodes),
  endCursor: field(optional(shapes.id), (page) => page.endCursor),
  hasNextPage: field(shapes.boolean, (page) => page.hasNextPage),
})

const pageSizeMax = 100

export const creditTransactions = defineQuery({
  name: 'creditTransactions',
  description: 'What moved the credits of the company, newest first; the charges of calls are in the usage.',
  inputs: {
    companyId: inputs.id,
    first: optionalInput(inputs.int),
    after: optionalInput(inputs.id),
  },
  returns: connectionType,
  cost: 20,
  async resolve({ deps }, { companyId, first, after }) {
    const limit = first ?? 20
    if (limit < 1 || limit > pageSizeMax) throw badRequest(`first must be from 1 to ${pageSizeMax}.`)
    const found = await listTransfers(deps.database, companyId, {
      limit: limit + 1,
      beforeId: after ?? undefined,
    })
    const nodes = found.slice(0, limit)
    return { nodes, endCursor: nodes.at(-1)?.id ?? null, hasNextPage: found.length > limit }
  },
})
