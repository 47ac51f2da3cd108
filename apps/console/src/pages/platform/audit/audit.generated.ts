// Generated from audit.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type PlatformAuditVariables = {
  actorId?: string | null | undefined
  action?: string | null | undefined
  subjectId?: string | null | undefined
  after?: string | null | undefined
}

export type PlatformAuditResult = {
  entries: {
    nodes: readonly ({
      id: string
      action: string
      actorEmail: string | null
      actorId: string
      actorKind: string
      clientAddress: string | null
      createdAt: string
      details: unknown
      requestId: string | null
      subjectId: string
      subjectKind: string
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
}

export const platformAudit: Operation<PlatformAuditResult, PlatformAuditVariables> = {
  name: 'PlatformAudit',
  text: "query PlatformAudit($actorId:String,$action:String,$subjectId:String,$after:ID){entries:platformAuditLog(actorId:$actorId action:$action subjectId:$subjectId first:50 after:$after){...PlatformAuditEntries}} fragment PlatformAuditEntries on AuditEntryConnection{nodes{id action actorEmail actorId actorKind clientAddress createdAt details requestId subjectId subjectKind}endCursor hasNextPage}",
}

export type CompanyAuditVariables = {
  companyId: string
  actorId?: string | null | undefined
  action?: string | null | undefined
  subjectId?: string | null | undefined
  after?: string | null | undefined
}

export type CompanyAuditResult = {
  entries: {
    nodes: readonly ({
      id: string
      action: string
      actorEmail: string | null
      actorId: string
      actorKind: string
      clientAddress: string | null
      createdAt: string
      details: unknown
      requestId: string | null
      subjectId: string
      subjectKind: string
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
  company: {
    name: string
  }
}

export const companyAudit: Operation<CompanyAuditResult, CompanyAuditVariables> = {
  name: 'CompanyAudit',
  text: "query CompanyAudit($companyId:ID!,$actorId:String,$action:String,$subjectId:String,$after:ID){entries:auditLog(companyId:$companyId actorId:$actorId action:$action subjectId:$subjectId first:50 after:$after){...PlatformAuditEntries}company(companyId:$companyId){name}} fragment PlatformAuditEntries on AuditEntryConnection{nodes{id action actorEmail actorId actorKind clientAddress createdAt details requestId subjectId subjectKind}endCursor hasNextPage}",
}
