// Generated from command-bar.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../graphql/operation.ts'

export type FindAnythingVariables = {
  text: string
  companyId?: string | null | undefined
}

export type FindAnythingResult = {
  find: readonly ({
    kind: 'CALL' | 'COMPANY' | 'DOCUMENT' | 'INVOICE' | 'JOB' | 'KEY' | 'MEETING' | 'MEMBER' | 'PURCHASE' | 'TALENT'
    id: string
    companyId: string
    title: string
    detail: string | null
  })[]
}

export const findAnything: Operation<FindAnythingResult, FindAnythingVariables> = {
  name: 'FindAnything',
  text: "query FindAnything($text:String!,$companyId:ID){find(text:$text,companyId:$companyId){kind id companyId title detail}}",
}
