import type { Invitation } from '@gatehouse/identity/invitation'
import { inviteMember as invite } from '@gatehouse/identity/invite-member'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputs } from '../../schema/input.ts'
import { defineObject, field, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'
import { invitationType } from './invitation-type.ts'
import { membershipRoleType } from './membership-role-type.ts'

const issuedType = defineObject<{ invitation: Invitation; url: string }>(
  'IssuedInvitation',
  'An invitation with its link. This is the only time that the link can be read.',
  {
    invitation: field(invitationType, ({ invitation }) => invitation),
    url: field(shapes.string, ({ url }) => url),
  },
)

export const inviteMember = defineMutation({
  name: 'inviteMember',
  description:
    'Asks somebody to join the company. The link in the answer is good for one use within a week; an earlier one of the same address ends.',
  inputs: { companyId: inputs.id, email: inputs.string, role: enumInput(membershipRoleType) },
  returns: issuedType,
  cost: 50,
  async resolve(context, invited) {
    const { deps } = context
    const { invitation, token } = await invite(deps, invited, await auditActor(context))
    // Behind the hash, so that it is in no server's log.
    return { invitation, url: `${deps.consoleUrl}/invitation#${token.reveal()}` }
  },
})
