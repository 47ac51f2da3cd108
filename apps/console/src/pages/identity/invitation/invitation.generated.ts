// Generated from invitation.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type AcceptInvitationVariables = {
  token: string
  password: string
}

export type AcceptInvitationResult = {
  acceptInvitation: {
    accessToken: string
    expiresAt: string
    user: {
      id: string
      email: string
      isSuperAdmin: boolean
    }
  }
}

export const acceptInvitation: Operation<AcceptInvitationResult, AcceptInvitationVariables> = {
  name: 'AcceptInvitation',
  text: "mutation AcceptInvitation($token:String!,$password:String!){acceptInvitation(token:$token,password:$password){accessToken expiresAt user{id email isSuperAdmin}}}",
}
