import { adjustCredits as adjust } from '@gatehouse/credits/adjust-credits'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import type { PostedTransfer } from '@gatehouse/credits/post-transfer'
import { readCompany } from '@gatehouse/companies/company'
import { badRequest, companyNotFound } from '../../graphql-faults.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'

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

export const adjustCredits = defineMutation({
  name: 'adjustCredits',
  description:
    'Grants credits, or removes them if the amount is negative. Repeating an adjustmentId changes nothing.',
  inputs: { companyId: inputs.id, adjustmentId: inputs.id, credits: inputs.string, reason: inputs.string },
  returns: adjustmentType,
  async resolve(context, { companyId, adjustmentId, credits, reason }) {
    const { deps } = context
    const amountMicros = parseCredits(credits)
    if (!amountMicros) throw badRequest('credits must be a decimal other than zero, such as "250" or "-0.5".')
    if (reason.trim() === '' || reason.length > 500) throw badRequest('Say why, in at most 500 characters.')
    if (!(await readCompany(deps.database, companyId))) throw companyNotFound()
    const adjustment = { id: adjustmentId, companyId, amountMicros, reason }
    return adjust(deps, adjustment, await auditActor(context))
  },
})
