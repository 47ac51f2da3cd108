// Generated from login.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type LogInVariables = {
  email: string
  password: string
}

export type LogInResult = {
  login: {
    accessToken: string
    expiresAt: string
    user: {
      id: string
      email: string
      isSuperAdmin: boolean
    }
  }
}

export const logIn: Operation<LogInResult, LogInVariables> = {
  name: 'LogIn',
  text: "mutation LogIn($email:String!,$password:String!){login(email:$email,password:$password){...LoginSession}} fragment LoginSession on Session{accessToken expiresAt user{id email isSuperAdmin}}",
}

export type CompleteLoginVariables = {
  challenge: string
  code: string
}

export type CompleteLoginResult = {
  completeLogin: {
    accessToken: string
    expiresAt: string
    user: {
      id: string
      email: string
      isSuperAdmin: boolean
    }
  }
}

export const completeLogin: Operation<CompleteLoginResult, CompleteLoginVariables> = {
  name: 'CompleteLogin',
  text: "mutation CompleteLogin($challenge:String!,$code:String!){completeLogin(challenge:$challenge,code:$code){...LoginSession}} fragment LoginSession on Session{accessToken expiresAt user{id email isSuperAdmin}}",
}

export type BeginPasskeyLoginVariables = {
  challenge?: string | null | undefined
}

export type BeginPasskeyLoginResult = {
  beginPasskeyLogin: {
    options: unknown
  }
}

export const beginPasskeyLogin: Operation<BeginPasskeyLoginResult, BeginPasskeyLoginVariables> = {
  name: 'BeginPasskeyLogin',
  text: "mutation BeginPasskeyLogin($challenge:String){beginPasskeyLogin(challenge:$challenge){options}}",
}

export type FinishPasskeyLoginVariables = {
  challenge?: string | null | undefined
  response: unknown
}

export type FinishPasskeyLoginResult = {
  finishPasskeyLogin: {
    accessToken: string
    expiresAt: string
    user: {
      id: string
      email: string
      isSuperAdmin: boolean
    }
  }
}

export const finishPasskeyLogin: Operation<FinishPasskeyLoginResult, FinishPasskeyLoginVariables> = {
  name: 'FinishPasskeyLogin',
  text: "mutation FinishPasskeyLogin($challenge:String,$response:JSON!){finishPasskeyLogin(challenge:$challenge,response:$response){...LoginSession}} fragment LoginSession on Session{accessToken expiresAt user{id email isSuperAdmin}}",
}
