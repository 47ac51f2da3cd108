// Generated from documents.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type DocumentsVariables = {
  companyId: string
  status?: 'DELETING' | 'PARSED' | 'READ' | 'REFUSED' | 'STORED' | 'UPLOADING' | null | undefined
  kind?: 'CV' | 'OTHER' | null | undefined
  after?: string | null | undefined
}

export type DocumentsResult = {
  documents: {
    nodes: readonly ({
      id: string
      fileName: string
      kind: 'CV' | 'OTHER'
      status: 'DELETING' | 'PARSED' | 'READ' | 'REFUSED' | 'STORED' | 'UPLOADING'
      sizeBytes: number
      refusal: string | null
      talentId: string | null
      cancelledTaskId: string | null
      createdAt: string
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
  backgroundTasks: {
    nodes: readonly ({
      subjectId: string | null
      kind: string
      state: 'CANCELLED' | 'DONE' | 'FAILED' | 'RUNNING' | 'WAITING'
      attempts: number
      nextTryAt: string | null
      lastError: string | null
    })[]
  }
}

export const documents: Operation<DocumentsResult, DocumentsVariables> = {
  name: 'Documents',
  text: "query Documents($companyId:ID!,$status:DocumentStatus,$kind:DocumentKind,$after:ID){documents(companyId:$companyId status:$status kind:$kind first:50 after:$after){nodes{id fileName kind status sizeBytes refusal talentId cancelledTaskId createdAt}endCursor hasNextPage}backgroundTasks(companyId:$companyId,first:100){nodes{subjectId kind state attempts nextTryAt lastError}}}",
}

export type UploadedDocumentsVariables = {
  companyId: string
  after?: string | null | undefined
}

export type UploadedDocumentsResult = {
  documents: {
    nodes: readonly ({
      id: string
      status: 'DELETING' | 'PARSED' | 'READ' | 'REFUSED' | 'STORED' | 'UPLOADING'
      kind: 'CV' | 'OTHER'
      refusal: string | null
      talentId: string | null
      cancelledTaskId: string | null
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
}

export const uploadedDocuments: Operation<UploadedDocumentsResult, UploadedDocumentsVariables> = {
  name: 'UploadedDocuments',
  text: "query UploadedDocuments($companyId:ID!,$after:ID){documents(companyId:$companyId,first:100,after:$after){nodes{id status kind refusal talentId cancelledTaskId}endCursor hasNextPage}}",
}
