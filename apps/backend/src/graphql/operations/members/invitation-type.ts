import type { Invitation } from '@gatehouse/identity/invitation'
import { defineObject, field, shapes } from '../../schema/shape.ts'
import { membershipRoleType } from './membership-role-type.ts'

export const invitationType = defineObject<Invitation>(
  'Invitation',
  'A pending invitation to join the company.',
  {
    id: field(shapes.id, (invitation) => invitation.id),
    email: field(shapes.string, (invitation) => invitation.email),
    role: field(membershipRoleType, (invitation) => invitation.role),
    createdAt: field(shapes.time, (invitation) => invitation.createdAt),
    expiresAt: field(shapes.time, (invitation) => invitation.expiresAt),
  },
)
