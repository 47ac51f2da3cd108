// Generated from audit.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type AuditLogVariables = {
  companyId: string
  from: string
  to: string
  action?: string | null | undefined
  actorId?: string | null | undefined
  subjectKind?: string | null | undefined
  after?: string | null | undefined
}

export type AuditLogResult = {
  auditLog: {
    nodes: readonly ({
      id: string
      createdAt: string
      action: string
      actorKind: string
      actorId: string
      actorEmail: string | null
      subjectKind: string
      subjectId: string
      clientAddress: string | null
      requestId: string | null
      details: unknown
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
  members: readonly ({
    userId: string
    email: string
  })[]
}

export const auditLog: Operation<AuditLogResult, AuditLogVariables> = {
  name: 'AuditLog',
  text: "query AuditLog($companyId:ID!,$from:DateTime!,$to:DateTime!,$action:String,$actorId:String,$subjectKind:String,$after:ID){auditLog(companyId:$companyId from:$from to:$to action:$action actorId:$actorId subjectKind:$subjectKind first:50 after:$after){nodes{id createdAt action actorKind actorId actorEmail subjectKind subjectId clientAddress requestId details}endCursor hasNextPage}members(companyId:$companyId){userId email}}",
}
