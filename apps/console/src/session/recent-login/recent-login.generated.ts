// Generated from recent-login.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../graphql/operation.ts'

export type OwnFactorsVariables = Record<string, never>

export type OwnFactorsResult = {
  secondFactors: {
    passkeyCount: number
  }
}

export const ownFactors: Operation<OwnFactorsResult, OwnFactorsVariables> = {
  name: 'OwnFactors',
  text: "query OwnFactors{secondFactors{passkeyCount}}",
}

export type ReauthenticateVariables = {
  password: string
  code?: string | null | undefined
}

export type ReauthenticateResult = {
  reauthenticate: string
}

export const reauthenticate: Operation<ReauthenticateResult, ReauthenticateVariables> = {
  name: 'Reauthenticate',
  text: "mutation Reauthenticate($password:String!,$code:String){reauthenticate(password:$password,code:$code)}",
}

export type BeginPasskeyReauthenticationVariables = Record<string, never>

export type BeginPasskeyReauthenticationResult = {
  beginPasskeyReauthentication: {
    options: unknown
  }
}

export const beginPasskeyReauthentication: Operation<BeginPasskeyReauthenticationResult, BeginPasskeyReauthenticationVariables> = {
  name: 'BeginPasskeyReauthentication',
  text: "mutation BeginPasskeyReauthentication{beginPasskeyReauthentication{options}}",
}

export type FinishPasskeyReauthenticationVariables = {
  response: unknown
}

export type FinishPasskeyReauthenticationResult = {
  finishPasskeyReauthentication: string
}

export const finishPasskeyReauthentication: Operation<FinishPasskeyReauthenticationResult, FinishPasskeyReauthenticationVariables> = {
  name: 'FinishPasskeyReauthentication',
  text: "mutation FinishPasskeyReauthentication($response:JSON!){finishPasskeyReauthentication(response:$response)}",
}
