// Generated from account.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type AccountVariables = Record<string, never>

export type AccountResult = {
  secondFactors: {
    isRequired: boolean
    recoveryCodesLeft: number
    totpSince: string | null
  }
  passkeys: readonly ({
    id: string
    name: string
    createdAt: string
    lastUsedAt: string | null
    isBackedUp: boolean
  })[]
  sessions: {
    nodes: readonly ({
      id: string
      address: string | null
      userAgent: string | null
      createdAt: string
      lastUsedAt: string
      isCurrent: boolean
    })[]
  }
}

export const account: Operation<AccountResult, AccountVariables> = {
  name: 'Account',
  text: "query Account{secondFactors{isRequired recoveryCodesLeft totpSince}passkeys{id name createdAt lastUsedAt isBackedUp}sessions(first:50){nodes{id address userAgent createdAt lastUsedAt isCurrent}}}",
}

export type ChangePasswordVariables = {
  currentPassword: string
  newPassword: string
  code?: string | null | undefined
}

export type ChangePasswordResult = {
  changePassword: {
    accessToken: string
    expiresAt: string
    user: {
      id: string
      email: string
      isSuperAdmin: boolean
    }
  }
}

export const changePassword: Operation<ChangePasswordResult, ChangePasswordVariables> = {
  name: 'ChangePassword',
  text: "mutation ChangePassword($currentPassword:String!,$newPassword:String!,$code:String){changePassword(currentPassword:$currentPassword newPassword:$newPassword code:$code){accessToken expiresAt user{id email isSuperAdmin}}}",
}

export type EndSessionVariables = {
  sessionId: string
}

export type EndSessionResult = {
  endSession: boolean
}

export const endSession: Operation<EndSessionResult, EndSessionVariables> = {
  name: 'EndSession',
  text: "mutation EndSession($sessionId:ID!){endSession(sessionId:$sessionId)}",
}

export type EndOtherSessionsVariables = Record<string, never>

export type EndOtherSessionsResult = {
  endOtherSessions: number
}

export const endOtherSessions: Operation<EndOtherSessionsResult, EndOtherSessionsVariables> = {
  name: 'EndOtherSessions',
  text: "mutation EndOtherSessions{endOtherSessions}",
}

export type SetUpTotpVariables = {
  password: string
}

export type SetUpTotpResult = {
  setUpTotp: {
    secret: string
    uri: string
  }
}

export const setUpTotp: Operation<SetUpTotpResult, SetUpTotpVariables> = {
  name: 'SetUpTotp',
  text: "mutation SetUpTotp($password:String!){setUpTotp(password:$password){secret uri}}",
}

export type ConfirmTotpVariables = {
  code: string
}

export type ConfirmTotpResult = {
  confirmTotp: readonly (string)[]
}

export const confirmTotp: Operation<ConfirmTotpResult, ConfirmTotpVariables> = {
  name: 'ConfirmTotp',
  text: "mutation ConfirmTotp($code:String!){confirmTotp(code:$code)}",
}

export type DisableTotpVariables = {
  password: string
  code: string
}

export type DisableTotpResult = {
  disableTotp: boolean
}

export const disableTotp: Operation<DisableTotpResult, DisableTotpVariables> = {
  name: 'DisableTotp',
  text: "mutation DisableTotp($password:String!,$code:String!){disableTotp(password:$password,code:$code)}",
}

export type RenewRecoveryCodesVariables = {
  password: string
  code: string
}

export type RenewRecoveryCodesResult = {
  renewRecoveryCodes: readonly (string)[]
}

export const renewRecoveryCodes: Operation<RenewRecoveryCodesResult, RenewRecoveryCodesVariables> = {
  name: 'RenewRecoveryCodes',
  text: "mutation RenewRecoveryCodes($password:String!,$code:String!){renewRecoveryCodes(password:$password,code:$code)}",
}

export type BeginPasskeyRegistrationVariables = Record<string, never>

export type BeginPasskeyRegistrationResult = {
  beginPasskeyRegistration: {
    options: unknown
  }
}

export const beginPasskeyRegistration: Operation<BeginPasskeyRegistrationResult, BeginPasskeyRegistrationVariables> = {
  name: 'BeginPasskeyRegistration',
  text: "mutation BeginPasskeyRegistration{beginPasskeyRegistration{options}}",
}

export type FinishPasskeyRegistrationVariables = {
  name: string
  response: unknown
}

export type FinishPasskeyRegistrationResult = {
  finishPasskeyRegistration: {
    recoveryCodes: readonly (string)[]
  }
}

export const finishPasskeyRegistration: Operation<FinishPasskeyRegistrationResult, FinishPasskeyRegistrationVariables> = {
  name: 'FinishPasskeyRegistration',
  text: "mutation FinishPasskeyRegistration($name:String!,$response:JSON!){finishPasskeyRegistration(name:$name,response:$response){recoveryCodes}}",
}

export type RenamePasskeyVariables = {
  passkeyId: string
  name: string
}

export type RenamePasskeyResult = {
  renamePasskey: {
    id: string
  }
}

export const renamePasskey: Operation<RenamePasskeyResult, RenamePasskeyVariables> = {
  name: 'RenamePasskey',
  text: "mutation RenamePasskey($passkeyId:ID!,$name:String!){renamePasskey(passkeyId:$passkeyId,name:$name){id}}",
}

export type DeletePasskeyVariables = {
  passkeyId: string
}

export type DeletePasskeyResult = {
  deletePasskey: boolean
}

export const deletePasskey: Operation<DeletePasskeyResult, DeletePasskeyVariables> = {
  name: 'DeletePasskey',
  text: "mutation DeletePasskey($passkeyId:ID!){deletePasskey(passkeyId:$passkeyId)}",
}

export type RequestEmailChangeVariables = {
  newEmail: string
}

export type RequestEmailChangeResult = {
  requestEmailChange: boolean
}

export const requestEmailChange: Operation<RequestEmailChangeResult, RequestEmailChangeVariables> = {
  name: 'RequestEmailChange',
  text: "mutation RequestEmailChange($newEmail:String!){requestEmailChange(newEmail:$newEmail)}",
}
