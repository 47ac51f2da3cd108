import { membershipRoles } from '@gatehouse/identity/memberships'
import { enumeration } from '../../schema/shape.ts'

export const membershipRoleType = enumeration(
  'MembershipRole',
  'What a member may do in a company.',
  membershipRoles,
)
