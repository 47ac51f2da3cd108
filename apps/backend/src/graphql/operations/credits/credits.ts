import { readCompany } from '@gatehouse/companies/company'
import { adjustCredits } from '@gatehouse/credits/adjust-credits'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { type ListedTransfer, listTransfers } from '@gatehouse/credits/list-transfers'
import type { PostedTransfer } from '@gatehouse/credits/post-transfer'
import { badRequest, companyNotFound } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

export const transactionKindType = enumeration('CreditTransactionType', 'Why the balance changed.', [
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
  type: field(transactionKindType, (transfer) => transfer.type),
  credits: field(shapes.string, (transfer) => formatCredits(transfer.amount_micros)),
  balanceAfter: field(shapes.string, (transfer) => formatCredits(transfer.balance_after_micros)),
  reason: field(optional(shapes.string), (transfer) => transfer.reason),
  createdAt: field(shapes.time, (transfer) => transfer.created_at),
})

const transactionPageType = definePage(
  'CreditTransactionConnection',
  'A page of transactions.',
  transactionType,
)

const adjustmentType = defineObject<PostedTransfer>(
  'CreditAdjustment',
  'Credits granted or removed by a super admin.',
  {
    transactionId: field(shapes.id, (posted) => posted.id),
    isNew: field(shapes.boolean, (posted) => posted.isNew),
    credits: field(shapes.string, (posted) => formatCredits(posted.amountMicros)),
    balance: field(shapes.string, (posted) => formatCredits(posted.balanceMicros)),
  },
)

export const creditOperations: readonly Operation[] = [
  defineQuery({
    name: 'creditTransactions',
    description:
      'The changes of the company’s balance, newest first. Charges of calls are not listed here; see usage.',
    inputs: { companyId: inputs.id, ...pageInputs },
    returns: transactionPageType,
    cost: 20,
    resolve: ({ deps }, { companyId, ...page }) =>
      takePage(page, (wanted) => listTransfers(deps.databases.of(companyId), companyId, wanted)),
  }),
  defineMutation({
    name: 'adjustCredits',
    needsRecentLogin: true,
    description:
      'Grants credits, or removes them if the amount is negative. Repeating an adjustmentId changes nothing, and is a conflict if the ' +
      'company, the amount or the reason differs.',
    inputs: { companyId: inputs.id, adjustmentId: inputs.id, credits: inputs.string, reason: inputs.string },
    returns: adjustmentType,
    async resolve(context, { companyId, adjustmentId, credits, reason }) {
      const { deps } = context
      const amountMicros = parseCredits(credits)
      if (!amountMicros)
        throw badRequest('credits must be a decimal other than zero, such as "250" or "-0.5".', 'credits')
      if (reason.trim() === '' || reason.length > 500)
        throw badRequest('Say why, in at most 500 characters.', 'reason')
      if (!(await readCompany(deps.database, companyId))) throw companyNotFound()
      const adjustment = { id: adjustmentId, companyId, amountMicros, reason }
      return adjustCredits(deps, adjustment, await auditActor(context))
    },
  }),
]
