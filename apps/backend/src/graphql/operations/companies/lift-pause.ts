import { unfreezeAccount } from '@gatehouse/credits/freeze-account'
import { badRequest } from '../../graphql-faults.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'

const reasonLengthMax = 500

export const liftPause = defineMutation({
  name: 'liftPause',
  description:
    'Lets a paused company make billable calls again, and records the reason in the audit log. False if it was not paused.',
  inputs: { companyId: inputs.id, reason: inputs.string },
  returns: shapes.boolean,
  async resolve(context, { companyId, reason }) {
    if (reason.trim() === '' || reason.length > reasonLengthMax)
      throw badRequest(`Give a reason of at most ${reasonLengthMax} characters.`)
    const by = await auditActor(context)
    return unfreezeAccount(context.deps, { ownerId: companyId, reason, by })
  },
})
