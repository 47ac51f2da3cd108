// Generated from members.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type MembersVariables = {
  companyId: string
}

export type MembersResult = {
  members: readonly ({
    userId: string
    email: string
    role: 'ADMIN' | 'MEMBER'
    since: string
  })[]
  invitations: readonly ({
    id: string
    email: string
    role: 'ADMIN' | 'MEMBER'
    createdAt: string
    expiresAt: string
  })[]
  singleSignOn: {
    isEnforced: boolean
    provider: {
      issuer: string
    } | null
    domains: readonly ({
      domain: string
      confirmedAt: string | null
    })[]
  }
}

export const members: Operation<MembersResult, MembersVariables> = {
  name: 'Members',
  text: "query Members($companyId:ID!){members(companyId:$companyId){userId email role since}invitations(companyId:$companyId){id email role createdAt expiresAt}singleSignOn(companyId:$companyId){isEnforced provider{issuer}domains{domain confirmedAt}}}",
}

export type InviteMemberVariables = {
  companyId: string
  email: string
  role: 'ADMIN' | 'MEMBER'
}

export type InviteMemberResult = {
  inviteMember: {
    mailStatus: 'NO_MAIL_SERVER' | 'QUEUED'
    url: string | null
    invitation: {
      id: string
      email: string
    }
  }
}

export const inviteMember: Operation<InviteMemberResult, InviteMemberVariables> = {
  name: 'InviteMember',
  text: "mutation InviteMember($companyId:ID!,$email:String!,$role:MembershipRole!){inviteMember(companyId:$companyId,email:$email,role:$role){mailStatus url invitation{id email}}}",
}

export type RevokeInvitationVariables = {
  companyId: string
  invitationId: string
}

export type RevokeInvitationResult = {
  revokeInvitation: {
    id: string
  }
}

export const revokeInvitation: Operation<RevokeInvitationResult, RevokeInvitationVariables> = {
  name: 'RevokeInvitation',
  text: "mutation RevokeInvitation($companyId:ID!,$invitationId:ID!){revokeInvitation(companyId:$companyId,invitationId:$invitationId){id}}",
}

export type ChangeMemberRoleVariables = {
  companyId: string
  userId: string
  role: 'ADMIN' | 'MEMBER'
}

export type ChangeMemberRoleResult = {
  changeMemberRole: {
    userId: string
    role: 'ADMIN' | 'MEMBER'
  }
}

export const changeMemberRole: Operation<ChangeMemberRoleResult, ChangeMemberRoleVariables> = {
  name: 'ChangeMemberRole',
  text: "mutation ChangeMemberRole($companyId:ID!,$userId:ID!,$role:MembershipRole!){changeMemberRole(companyId:$companyId,userId:$userId,role:$role){userId role}}",
}

export type RemoveMemberVariables = {
  companyId: string
  userId: string
}

export type RemoveMemberResult = {
  removeMember: boolean
}

export const removeMember: Operation<RemoveMemberResult, RemoveMemberVariables> = {
  name: 'RemoveMember',
  text: "mutation RemoveMember($companyId:ID!,$userId:ID!){removeMember(companyId:$companyId,userId:$userId)}",
}
