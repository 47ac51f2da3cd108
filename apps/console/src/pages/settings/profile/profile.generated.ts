// Generated from profile.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type CompanyProfileVariables = {
  companyId: string
}

export type CompanyProfileResult = {
  company: {
    id: string
    name: string
    billingMode: 'POSTPAID' | 'PREPAID'
    createdAt: string
    suspendedAt: string | null
    suspensionReason: string | null
  }
}

export const companyProfile: Operation<CompanyProfileResult, CompanyProfileVariables> = {
  name: 'CompanyProfile',
  text: "query CompanyProfile($companyId:ID!){company(companyId:$companyId){id name billingMode createdAt suspendedAt suspensionReason}}",
}

export type RenameCompanyVariables = {
  companyId: string
  name: string
}

export type RenameCompanyResult = {
  updateCompany: {
    id: string
    name: string
  }
}

export const renameCompany: Operation<RenameCompanyResult, RenameCompanyVariables> = {
  name: 'RenameCompany',
  text: "mutation RenameCompany($companyId:ID!,$name:String!){updateCompany(companyId:$companyId,name:$name){id name}}",
}
