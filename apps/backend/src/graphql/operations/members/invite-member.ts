import type { Invitation } from '@gatehouse/identity/invitation'
import { inviteMember as invite } from '@gatehouse/identity/invite-member'
import { requireUser } from '../../access/authorise.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputs } from '../../schema/input.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'
import { invitationType } from './invitation-type.ts'
import { createMailInvitation, linkOf } from './mail-invitation.ts'
import { membershipRoleType } from './membership-role-type.ts'

const mailStatuses = ['QUEUED', 'NO_MAIL_SERVER'] as const

const mailStatusType = enumeration(
  'InvitationMailStatus',
  'QUEUED: the mail is about to be sent. NO_MAIL_SERVER: it was not sent, because the platform has no mail server; it is sent once there is one. Until then only a super admin can pass the link on.',
  mailStatuses,
)

type Issued = { invitation: Invitation; url: string | null; mailStatus: (typeof mailStatuses)[number] }

const issuedType = defineObject<Issued>(
  'IssuedInvitation',
  'An invitation. Its link is mailed to the invited address; only super admins can read it, this one time.',
  {
    invitation: field(invitationType, ({ invitation }) => invitation),
    mailStatus: field(mailStatusType, ({ mailStatus }) => mailStatus),
    url: field(optional(shapes.string), ({ url }) => url),
  },
)

export const inviteMember = defineMutation({
  name: 'inviteMember',
  description:
    'Asks somebody to join the company. The link that is mailed to them is good for one use within a week; an earlier one of the same address ends. The number for each company is limited (RATE_LIMITED).',
  inputs: { companyId: inputs.id, email: inputs.string, role: enumInput(membershipRoleType) },
  returns: issuedType,
  cost: 50,
  async resolve(context, invited) {
    const { deps, viewer } = context
    const { isSuperAdmin } = await requireUser(viewer)
    await deps.mailQueue.prepare()
    const { invitation, token } = await invite(
      { ...deps, perDay: deps.invitationsPerDay, sendInvitation: createMailInvitation(deps) },
      invited,
      await auditActor(context),
    )
    // Who invites could otherwise accept in the name of an address that they do not have.
    const url = isSuperAdmin ? linkOf(deps, token) : null
    return { invitation, url, mailStatus: (await deps.hasMailServer()) ? 'QUEUED' : 'NO_MAIL_SERVER' }
  },
})
