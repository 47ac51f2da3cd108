// Generated from people.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type PlatformPeopleVariables = {
  emailContains?: string | null | undefined
  after?: string | null | undefined
}

export type PlatformPeopleResult = {
  users: {
    nodes: readonly ({
      id: string
      email: string
      isSuperAdmin: boolean
      canLogIn: boolean
      createdAt: string
      lastLoginAt: string | null
      openSessions: number
      companies: readonly ({
        companyId: string
        companyName: string
        role: 'ADMIN' | 'MEMBER'
      })[]
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
}

export const platformPeople: Operation<PlatformPeopleResult, PlatformPeopleVariables> = {
  name: 'PlatformPeople',
  text: "query PlatformPeople($emailContains:String,$after:ID){users(emailContains:$emailContains,first:50,after:$after){nodes{id email isSuperAdmin canLogIn createdAt lastLoginAt openSessions companies{companyId companyName role}}endCursor hasNextPage}}",
}

export type EndUserSessionsVariables = {
  userId: string
}

export type EndUserSessionsResult = {
  endUserSessions: number
}

export const endUserSessions: Operation<EndUserSessionsResult, EndUserSessionsVariables> = {
  name: 'EndUserSessions',
  text: "mutation EndUserSessions($userId:ID!){endUserSessions(userId:$userId)}",
}

export type SetSuperAdminVariables = {
  userId: string
  isSuperAdmin: boolean
}

export type SetSuperAdminResult = {
  setSuperAdmin: {
    id: string
  }
}

export const setSuperAdmin: Operation<SetSuperAdminResult, SetSuperAdminVariables> = {
  name: 'SetSuperAdmin',
  text: "mutation SetSuperAdmin($userId:ID!,$isSuperAdmin:Boolean!){setSuperAdmin(userId:$userId,isSuperAdmin:$isSuperAdmin){id}}",
}
