import { listMembers } from '@gatehouse/identity/list-memberships'
import type { Member } from '@gatehouse/identity/membership'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, listOf, shapes } from '../../schema/shape.ts'
import { membershipRoleType } from './membership-role-type.ts'

const memberType = defineObject<Member>('Member', 'Somebody who belongs to a company.', {
  userId: field(shapes.id, (member) => member.userId),
  email: field(shapes.string, (member) => member.email),
  role: field(membershipRoleType, (member) => member.role),
  since: field(shapes.time, (member) => member.since),
})

export const members = defineQuery({
  name: 'members',
  description: 'The people who belong to the company.',
  inputs: { companyId: inputs.id },
  returns: listOf(memberType),
  resolve: ({ deps }, { companyId }) => listMembers(deps.database, companyId),
})
