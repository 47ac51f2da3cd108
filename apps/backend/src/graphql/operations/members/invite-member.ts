import type { Invitation } from '@gatehouse/identity/invitation'
import { inviteMember as invite } from '@gatehouse/identity/invite-member'
import { requireUser } from '../../access/authorise.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputs } from '../../schema/input.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'
import { invitationType } from './invitation-type.ts'
import { createMailInvitation, linkOf } from './mail-invitation.ts'
import { membershipRoleType } from './membership-role-type.ts'

const issuedType = defineObject<{ invitation: Invitation; url: string | null }>(
  'IssuedInvitation',
  'An invitation. Its link is mailed to the invited address; only super admins can read it, this one time.',
  {
    invitation: field(invitationType, ({ invitation }) => invitation),
    url: field(optional(shapes.string), ({ url }) => url),
  },
)

export const inviteMember = defineMutation({
  name: 'inviteMember',
  description:
    'Asks somebody to join the company. The link that is mailed to them is good for one use within a week; an earlier one of the same address ends.',
  inputs: { companyId: inputs.id, email: inputs.string, role: enumInput(membershipRoleType) },
  returns: issuedType,
  cost: 50,
  async resolve(context, invited) {
    const { deps, viewer } = context
    const { isSuperAdmin } = await requireUser(viewer)
    await deps.mailQueue.prepare()
    const { invitation, token } = await invite(
      { ...deps, tellInvited: createMailInvitation(deps) },
      invited,
      await auditActor(context),
    )
    // Who invites could otherwise accept in the name of an address that they do not have.
    return { invitation, url: isSuperAdmin ? linkOf(deps, token) : null }
  },
})
