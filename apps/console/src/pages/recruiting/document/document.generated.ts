// Generated from document.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type DocumentDetailVariables = {
  companyId: string
  documentId: string
  subjectId: string
}

export type DocumentDetailResult = {
  document: {
    id: string
    fileName: string
    kind: 'CV' | 'OTHER'
    status: 'DELETING' | 'PARSED' | 'READ' | 'REFUSED' | 'STORED' | 'UPLOADING'
    sizeBytes: number
    refusal: string | null
    talentId: string | null
    cancelledTaskId: string | null
    createdAt: string
    language: string | null
    pages: number | null
    lines: readonly (string)[]
    warnings: readonly ({
      kind: string
      text: string
      page: number | null
      line: number | null
      quote: string | null
      trick: string | null
    })[]
  }
  backgroundTasks: {
    nodes: readonly ({
      id: string
      subjectId: string | null
      kind: string
      state: 'CANCELLED' | 'DONE' | 'FAILED' | 'RUNNING' | 'WAITING'
      step: string | null
      attempts: number
      nextTryAt: string | null
      lastError: string | null
      enqueuedAt: string
    })[]
  }
}

export const documentDetail: Operation<DocumentDetailResult, DocumentDetailVariables> = {
  name: 'DocumentDetail',
  text: "query DocumentDetail($companyId:ID!,$documentId:ID!,$subjectId:String!){document(companyId:$companyId,documentId:$documentId){id fileName kind status sizeBytes refusal talentId cancelledTaskId createdAt language pages lines warnings{kind text page line quote trick}}backgroundTasks(companyId:$companyId,subjectId:$subjectId,first:5){nodes{id subjectId kind state step attempts nextTryAt lastError enqueuedAt}}}",
}

export type DeleteDocumentVariables = {
  companyId: string
  documentId: string
}

export type DeleteDocumentResult = {
  deleteDocument: boolean
}

export const deleteDocument: Operation<DeleteDocumentResult, DeleteDocumentVariables> = {
  name: 'DeleteDocument',
  text: "mutation DeleteDocument($companyId:ID!,$documentId:ID!){deleteDocument(companyId:$companyId,documentId:$documentId)}",
}
