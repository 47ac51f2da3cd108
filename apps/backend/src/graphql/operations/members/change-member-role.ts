import { changeMemberRole as changeRole } from '@gatehouse/identity/change-member'
import { listMembers } from '@gatehouse/identity/memberships'
import { unknownId } from '../../graphql-faults.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { memberType } from './member-type.ts'
import { membershipRoleType } from './membership-role-type.ts'

export const changeMemberRole = defineMutation({
  name: 'changeMemberRole',
  description: 'Changes the role of a member. The last admin of a company cannot be demoted.',
  inputs: { companyId: inputs.id, userId: inputs.id, role: enumInput(membershipRoleType) },
  returns: memberType,
  async resolve(context, membership) {
    const { deps } = context
    await changeRole(deps, membership, await auditActor(context))
    const found = (await listMembers(deps.database, membership.companyId)).find(
      ({ userId }) => userId === membership.userId,
    )
    if (!found) throw unknownId()
    return found
  },
})
