import { openPortal } from '@gatehouse/billing/start-checkout'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, shapes } from '../../schema/shape.ts'

const portalType = defineObject<{ url: string }>('BillingPortal', 'The payment provider’s own pages.', {
  url: field(shapes.string, (portal) => portal.url),
})

export const billingPortal = defineMutation({
  name: 'billingPortal',
  description:
    'Opens the payment provider’s pages for cards, invoices and cancellation. The link is valid for a few minutes.',
  inputs: { companyId: inputs.id },
  returns: portalType,
  cost: 50,
  resolve: ({ deps }, { companyId }) => openPortal(deps.billing.checkout, companyId),
})
