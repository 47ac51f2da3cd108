import type { Invitation } from '@gatehouse/identity/invitation'
import { inviteMember as invite } from '@gatehouse/identity/invite-member'
import { requireUser } from '../../access/authorise.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputs } from '../../schema/input.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'
import { invitationType } from './invitation-type.ts'
import { createMailInvitation, invitationLink } from './mail-invitation.ts'
import { membershipRoleType } from './membership-role-type.ts'

const mailStatuses = ['QUEUED', 'NO_MAIL_SERVER'] as const

const mailStatusType = enumeration(
  'InvitationMailStatus',
  'QUEUED: the mail is about to be sent. NO_MAIL_SERVER: the mail waits because no mail server is configured, and is sent once one is. Until then only a super admin can pass on the link.',
  mailStatuses,
)

type Issued = { invitation: Invitation; url: string | null; mailStatus: (typeof mailStatuses)[number] }

const issuedType = defineObject<Issued>(
  'IssuedInvitation',
  'An invitation. Its link is mailed to the invited address; only super admins can read the link here, and only this once.',
  {
    invitation: field(invitationType, ({ invitation }) => invitation),
    mailStatus: field(mailStatusType, ({ mailStatus }) => mailStatus),
    url: field(optional(shapes.string), ({ url }) => url),
  },
)

export const inviteMember = defineMutation({
  name: 'inviteMember',
  description:
    'Invites a person to the company. The mailed link can be used once within a week; it replaces an earlier invitation of the same address. Invitations per company are limited (RATE_LIMITED).',
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
    // With the link, a company's admin could accept the invitation for an address that is not theirs.
    const url = isSuperAdmin ? invitationLink(deps, token) : null
    return { invitation, url, mailStatus: (await deps.hasMailServer()) ? 'QUEUED' : 'NO_MAIL_SERVER' }
  },
})
