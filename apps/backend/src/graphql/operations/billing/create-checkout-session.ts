import { type StartedCheckout, startPackCheckout, startPlanCheckout } from '@gatehouse/billing/start-checkout'
import { requireUser } from '../../access/authorise.ts'
import { badRequest } from '../../graphql-faults.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'

const checkoutType = defineObject<StartedCheckout>('CheckoutSession', 'A payment page.', {
  sessionId: field(shapes.string, (started) => started.sessionId),
  url: field(shapes.string, (started) => started.url),
  purchaseId: field(optional(shapes.id), (started) => started.purchaseId),
})

export const createCheckoutSession = defineMutation({
  name: 'createCheckoutSession',
  description:
    'Opens the payment provider’s page for a pack or a plan: give exactly one of the two ids. A company that has a plan changes it in the billing portal; a checkout for a second plan is refused.',
  inputs: {
    companyId: inputs.id,
    packId: optionalInput(inputs.id),
    planId: optionalInput(inputs.id),
  },
  returns: checkoutType,
  cost: 50,
  async resolve({ deps, viewer }, { companyId, packId, planId }) {
    const buyer = { companyId, userId: (await requireUser(viewer)).id }
    const { checkout } = deps.billing
    if (packId !== null && planId === null) return startPackCheckout(checkout, packId, buyer)
    if (planId !== null && packId === null) return startPlanCheckout(checkout, planId, buyer)
    throw badRequest('Give either packId or planId.')
  },
})
