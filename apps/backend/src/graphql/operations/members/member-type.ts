import type { Member } from '@gatehouse/identity/memberships'
import { defineObject, field, shapes } from '../../schema/shape.ts'
import { membershipRoleType } from './membership-role-type.ts'

export const memberType = defineObject<Member>('Member', 'A member of a company.', {
  userId: field(shapes.id, (member) => member.userId),
  email: field(shapes.string, (member) => member.email),
  role: field(membershipRoleType, (member) => member.role),
  since: field(shapes.time, (member) => member.since),
})
