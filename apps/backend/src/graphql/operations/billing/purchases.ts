import { type PurchaseRow, listPurchases } from '@gatehouse/billing/company-billing'
import { fromMinorUnits } from '@gatehouse/billing/money'
import { formatCredits } from '@gatehouse/credits/credit'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

const purchaseStatusType = enumeration('CreditPackPurchaseStatus', 'The outcome of a checkout.', [
  'PENDING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
])

const purchaseType = defineObject<PurchaseRow>(
  'CreditPackPurchase',
  'A checkout of a pack, with the terms that were offered.',
  {
    id: field(shapes.id, (purchase) => purchase.id),
    packId: field(shapes.id, (purchase) => purchase.pack_id),
    status: field(purchaseStatusType, (purchase) => purchase.status),
    credits: field(shapes.string, (purchase) => formatCredits(purchase.credits_micros)),
    price: field(shapes.float, (purchase) => fromMinorUnits(purchase.price_minor, purchase.currency)),
    currency: field(shapes.string, (purchase) => purchase.currency),
    isPaymentProcessing: field(
      shapes.boolean,
      (purchase) => purchase.status === 'PENDING' && purchase.is_awaiting_payment,
    ),
    completedAt: field(optional(shapes.time), (purchase) => purchase.completed_at),
    createdAt: field(shapes.time, (purchase) => purchase.created_at),
  },
)

export const purchases = defineQuery({
  name: 'purchases',
  description: 'The last 100 pack checkouts of the company, newest first.',
  inputs: { companyId: inputs.id },
  returns: listOf(purchaseType),
  resolve: ({ deps }, { companyId }) => listPurchases(deps.database, companyId),
})
