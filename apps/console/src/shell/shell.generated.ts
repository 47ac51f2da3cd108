// Generated from shell.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../graphql/operation.ts'

export type MembershipsVariables = Record<string, never>

export type MembershipsResult = {
  memberships: readonly ({
    companyId: string
    companyName: string
    role: 'ADMIN' | 'MEMBER'
  })[]
}

export const memberships: Operation<MembershipsResult, MembershipsVariables> = {
  name: 'Memberships',
  text: "query Memberships{memberships{...OwnMembership}} fragment OwnMembership on Membership{companyId companyName role}",
}

export type CompanyFrameVariables = {
  companyId: string
}

export type CompanyFrameResult = {
  memberships: readonly ({
    companyId: string
    companyName: string
    role: 'ADMIN' | 'MEMBER'
  })[]
  company: {
    id: string
    name: string
    suspendedAt: string | null
    creditBalance: {
      credits: string
      held: string
      isFrozen: boolean
      isInDebt: boolean
    } | null
  }
}

export const companyFrame: Operation<CompanyFrameResult, CompanyFrameVariables> = {
  name: 'CompanyFrame',
  text: "query CompanyFrame($companyId:ID!){memberships{...OwnMembership}company(companyId:$companyId){id name suspendedAt creditBalance{credits held isFrozen isInDebt}}} fragment OwnMembership on Membership{companyId companyName role}",
}
