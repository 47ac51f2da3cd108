import { type PostpaidTerms, setPostpaidTerms as setTerms } from '@gatehouse/billing/set-postpaid-terms'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'

const termsType = defineObject<PostpaidTerms>(
  'PostpaidTerms',
  'How the usage of a postpaid company is billed.',
  {
    companyId: field(shapes.id, (terms) => terms.companyId),
    planId: field(shapes.id, (terms) => terms.planId),
    daysUntilDue: field(shapes.int, (terms) => terms.daysUntilDue),
  },
)

export const setPostpaidTerms = defineMutation({
  name: 'setPostpaidTerms',
  description:
    'Sets the plan by which a postpaid company’s usage is billed each month. The plan’s price for its credits is the rate.',
  inputs: { companyId: inputs.id, planId: inputs.id, daysUntilDue: inputs.int },
  returns: termsType,
  resolve: async (context, terms) => setTerms(context.deps, terms, await auditActor(context)),
})
