// Generated from email-change.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type ConfirmEmailChangeVariables = {
  token: string
}

export type ConfirmEmailChangeResult = {
  confirmEmailChange: 'CHANGED' | 'WAITING'
}

export const confirmEmailChange: Operation<ConfirmEmailChangeResult, ConfirmEmailChangeVariables> = {
  name: 'ConfirmEmailChange',
  text: "mutation ConfirmEmailChange($token:String!){confirmEmailChange(token:$token)}",
}
