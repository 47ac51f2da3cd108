// Generated from companies.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type PlatformCompaniesVariables = {
  nameContains?: string | null | undefined
  state?: 'ACTIVE' | 'OUT_OF_CREDITS' | 'OVERDUE' | 'PAUSED' | 'SUSPENDED' | null | undefined
  after?: string | null | undefined
}

export type PlatformCompaniesResult = {
  companies: {
    nodes: readonly ({
      id: string
      name: string
      state: 'ACTIVE' | 'OUT_OF_CREDITS' | 'OVERDUE' | 'PAUSED' | 'SUSPENDED'
      billingMode: 'POSTPAID' | 'PREPAID'
      balance: string
      spend30d: string
      keys: number
      members: number
      createdAt: string
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
}

export const platformCompanies: Operation<PlatformCompaniesResult, PlatformCompaniesVariables> = {
  name: 'PlatformCompanies',
  text: "query PlatformCompanies($nameContains:String,$state:CompanyState,$after:ID){companies(nameContains:$nameContains,state:$state,first:50,after:$after){nodes{id name state billingMode balance spend30d keys members createdAt}endCursor hasNextPage}}",
}

export type CreateCompanyVariables = {
  name: string
  billingMode: 'POSTPAID' | 'PREPAID'
}

export type CreateCompanyResult = {
  createCompany: {
    id: string
  }
}

export const createCompany: Operation<CreateCompanyResult, CreateCompanyVariables> = {
  name: 'CreateCompany',
  text: "mutation CreateCompany($name:String!,$billingMode:BillingMode!){createCompany(name:$name,billingMode:$billingMode){id}}",
}
