// Generated from jobs.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type JobsVariables = {
  companyId: string
  status?: 'ACTIVE' | 'CLOSED' | 'DRAFT' | 'EXPIRED' | 'PAUSED' | null | undefined
  after?: string | null | undefined
}

export type JobsResult = {
  jobs: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      title: string
      status: 'ACTIVE' | 'CLOSED' | 'DRAFT' | 'EXPIRED' | 'PAUSED'
      createdAt: string
      updatedAt: string
      workplace: {
        value: 'hybrid' | 'on_site' | 'remote'
      } | null
      locations: readonly ({
        text: string
      })[]
    })[]
  }
  any: {
    nodes: readonly ({
      id: string
    })[]
  }
}

export const jobs: Operation<JobsResult, JobsVariables> = {
  name: 'Jobs',
  text: "query Jobs($companyId:ID!,$status:JobStatus,$after:ID){jobs(companyId:$companyId,first:50,after:$after,status:$status){endCursor hasNextPage nodes{id title status createdAt updatedAt workplace{value}locations{text}}}any:jobs(companyId:$companyId,first:1){nodes{id}}}",
}
