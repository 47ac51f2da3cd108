// Generated from reset.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type RequestResetVariables = {
  email: string
}

export type RequestResetResult = {
  requestPasswordReset: boolean
}

export const requestReset: Operation<RequestResetResult, RequestResetVariables> = {
  name: 'RequestReset',
  text: "mutation RequestReset($email:String!){requestPasswordReset(email:$email)}",
}

export type ResetPasswordVariables = {
  token: string
  newPassword: string
}

export type ResetPasswordResult = {
  resetPassword: boolean
}

export const resetPassword: Operation<ResetPasswordResult, ResetPasswordVariables> = {
  name: 'ResetPassword',
  text: "mutation ResetPassword($token:String!,$newPassword:String!){resetPassword(token:$token,newPassword:$newPassword)}",
}
