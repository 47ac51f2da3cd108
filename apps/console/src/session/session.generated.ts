// Generated from session.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../graphql/operation.ts'

export type RefreshSessionVariables = Record<string, never>

export type RefreshSessionResult = {
  refresh: {
    accessToken: string
    expiresAt: string
    user: {
      id: string
      email: string
      isSuperAdmin: boolean
    }
  }
}

export const refreshSession: Operation<RefreshSessionResult, RefreshSessionVariables> = {
  name: 'RefreshSession',
  text: "mutation RefreshSession{refresh{...SessionFields}} fragment SessionFields on Session{accessToken expiresAt user{id email isSuperAdmin}}",
}

export type LogOutVariables = Record<string, never>

export type LogOutResult = {
  logout: boolean
}

export const logOut: Operation<LogOutResult, LogOutVariables> = {
  name: 'LogOut',
  text: "mutation LogOut{logout}",
}
