import { removeMember as remove } from '@gatehouse/identity/change-member'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'

export const removeMember = defineMutation({
  name: 'removeMember',
  description:
    'Removes a member, effective from their next request. The last admin cannot be removed. Keys that the member created stay live.',
  inputs: { companyId: inputs.id, userId: inputs.id },
  returns: shapes.boolean,
  async resolve(context, member) {
    await remove(context.deps, member, await auditActor(context))
    return true
  },
})
