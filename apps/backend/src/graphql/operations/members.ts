import { readCompanyNames } from '@gatehouse/companies/company'
import { acceptInvitation } from '@gatehouse/identity/accept-invitation'
import { changeMemberRole, removeMember } from '@gatehouse/identity/change-member'
import { type Invitation, invitationDays } from '@gatehouse/identity/invitation'
import {
  type SendInvitation,
  inviteMember,
  listInvitations,
  revokeInvitation,
} from '@gatehouse/identity/invite-member'
import {
  type Member,
  type Membership,
  listMembers,
  listMemberships,
  membershipRoles,
} from '@gatehouse/identity/memberships'
import { enqueueMail } from '@gatehouse/mail/enqueue-mail'
import type { Secret } from '@gatehouse/runtime/secret'
import { requireUser } from '../access/authorise.ts'
import { unknownId } from '../graphql-faults.ts'
import type { OperationDeps } from '../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../schema/define-operation.ts'
import { enumInput, inputs } from '../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'
import { auditActor, auditOrigin } from './audit.ts'
import { loginOrigin, sessionType, setLoginCookies } from './accounts/identity.ts'

const membershipRoleType = enumeration(
  'MembershipRole',
  'What a member may do in a company.',
  membershipRoles,
)

const memberType = defineObject<Member>('Member', 'A member of a company.', {
  userId: field(shapes.id, (member) => member.userId),
  email: field(shapes.string, (member) => member.email),
  role: field(membershipRoleType, (member) => member.role),
  since: field(shapes.time, (member) => member.since),
})

export const membershipType = defineObject<Pick<Membership, 'companyId' | 'role'> & { companyName: string }>(
  'Membership',
  'The role of a user in a company.',
  {
    companyId: field(shapes.id, (membership) => membership.companyId),
    companyName: field(shapes.string, (membership) => membership.companyName),
    role: field(membershipRoleType, (membership) => membership.role),
  },
)

const invitationType = defineObject<Invitation>('Invitation', 'A pending invitation to join the company.', {
  id: field(shapes.id, (invitation) => invitation.id),
  email: field(shapes.string, (invitation) => invitation.email),
  role: field(membershipRoleType, (invitation) => invitation.role),
  createdAt: field(shapes.time, (invitation) => invitation.createdAt),
  expiresAt: field(shapes.time, (invitation) => invitation.expiresAt),
})

const mailStatuses = ['QUEUED', 'NO_MAIL_SERVER'] as const

const mailStatusType = enumeration(
  'InvitationMailStatus',
  'QUEUED: the mail is about to be sent. NO_MAIL_SERVER: the mail waits because no mail server is configured, and is sent once one is. Until then only a super admin can pass on the link.',
  mailStatuses,
)

type IssuedInvitation = {
  invitation: Invitation
  url: string | null
  mailStatus: (typeof mailStatuses)[number]
}

const issuedInvitationType = defineObject<IssuedInvitation>(
  'IssuedInvitation',
  'An invitation. Its link is mailed to the invited address; only super admins can read the link here, and only this once.',
  {
    invitation: field(invitationType, ({ invitation }) => invitation),
    mailStatus: field(mailStatusType, ({ mailStatus }) => mailStatus),
    url: field(optional(shapes.string), ({ url }) => url),
  },
)

export const memberOperations: readonly Operation[] = [
  defineQuery({
    name: 'members',
    description: 'The members of the company.',
    inputs: { companyId: inputs.id },
    returns: listOf(memberType),
    resolve: ({ deps }, { companyId }) => listMembers(deps.database, companyId),
  }),
  defineQuery({
    name: 'memberships',
    description: 'The companies to which the caller belongs.',
    inputs: {},
    returns: listOf(membershipType),
    async resolve({ deps, viewer }) {
      const { id } = await requireUser(viewer)
      const own = await listMemberships(deps.database, id)
      const names = await readCompanyNames(
        deps.database,
        own.map(({ companyId }) => companyId),
      )
      return own.map(({ companyId, role }) => ({ companyId, companyName: names.get(companyId) ?? '', role }))
    },
  }),
  defineMutation({
    name: 'changeMemberRole',
    description: 'Changes the role of a member. The last admin of a company cannot be demoted.',
    inputs: { companyId: inputs.id, userId: inputs.id, role: enumInput(membershipRoleType) },
    returns: memberType,
    async resolve(context, membership) {
      const { deps } = context
      await changeMemberRole(deps, membership, await auditActor(context))
      const found = (await listMembers(deps.database, membership.companyId)).find(
        ({ userId }) => userId === membership.userId,
      )
      if (!found) throw unknownId()
      return found
    },
  }),
  defineMutation({
    name: 'removeMember',
    description:
      'Removes a member, effective from their next request. The last admin cannot be removed. Keys that the member created stay live.',
    inputs: { companyId: inputs.id, userId: inputs.id },
    returns: shapes.boolean,
    async resolve(context, member) {
      await removeMember(context.deps, member, await auditActor(context))
      return true
    },
  }),
  defineQuery({
    name: 'invitations',
    description: 'The invitations that can still be accepted, newest first.',
    inputs: { companyId: inputs.id },
    returns: listOf(invitationType),
    resolve: ({ deps }, { companyId }) => listInvitations(deps.database, companyId),
  }),
  defineMutation({
    name: 'inviteMember',
    description:
      'Invites a person to the company. The mailed link can be used once within a week; it replaces an earlier invitation of the same address. Invitations per company are limited (RATE_LIMITED).',
    inputs: { companyId: inputs.id, email: inputs.string, role: enumInput(membershipRoleType) },
    returns: issuedInvitationType,
    cost: 50,
    async resolve(context, invited) {
      const { deps, viewer } = context
      const { isSuperAdmin } = await requireUser(viewer)
      await deps.mailQueue.prepare()
      const { invitation, token } = await inviteMember(
        { ...deps, perDay: deps.invitationsPerDay, sendInvitation: createMailInvitation(deps) },
        invited,
        await auditActor(context),
      )
      // With the link, a company's admin could accept the invitation for an address that is not theirs.
      const url = isSuperAdmin ? invitationLink(deps, token) : null
      return { invitation, url, mailStatus: (await deps.hasMailServer()) ? 'QUEUED' : 'NO_MAIL_SERVER' }
    },
  }),
  defineMutation({
    name: 'revokeInvitation',
    description: 'Ends an invitation before it is accepted.',
    inputs: { companyId: inputs.id, invitationId: inputs.id },
    returns: invitationType,
    resolve: async (context, name) => revokeInvitation(context.deps, name, await auditActor(context)),
  }),
  defineMutation({
    name: 'acceptInvitation',
    description:
      'Joins the company that sent the invitation. If the invited address has an account, give its password; otherwise this is the password of the new account.',
    inputs: { token: inputs.secret, password: inputs.secret },
    returns: sessionType,
    // As high as login, because it also checks a password.
    cost: 3_000,
    async resolve(context, { token, password }) {
      const { deps, logger } = context
      const accepted = await acceptInvitation(
        {
          ...deps,
          ...deps.identity,
          onJoined: ({ companyId, userId }) => deps.events.publish(companyId, 'MEMBERS', userId),
        },
        { token, password, ...loginOrigin(context) },
        auditOrigin(context),
      )
      setLoginCookies(context, accepted)
      const { user, access } = accepted
      logger.info('invitation accepted', { user: user.id })
      return { user, access }
    },
  }),
]

/**
 * Mails the link to the invited address only, so that accepting proves control of that address. Enqueued in the
 * invitation's transaction.
 */
function createMailInvitation(
  deps: Pick<OperationDeps, 'ids' | 'mailQueue' | 'mailSeal' | 'consoleUrl'>,
): SendInvitation {
  return async (tx, { id, companyId, email }, token) => {
    const names = await readCompanyNames(tx, [companyId])
    const link = invitationLink(deps, token)
    const values = { companyName: names.get(companyId) ?? '', link, daysValid: invitationDays }
    const order = { key: `invitation:${id}`, companyId, to: email }
    await enqueueMail({ ids: deps.ids, queue: deps.mailQueue, seal: deps.mailSeal }, tx, {
      ...order,
      template: 'invitation',
      values,
    })
  }
}

/** The token is in the URL fragment, which browsers do not send, so no server logs it. */
function invitationLink({ consoleUrl }: Pick<OperationDeps, 'consoleUrl'>, token: Secret): string {
  return `${consoleUrl}/invitation#${token.reveal()}`
}
