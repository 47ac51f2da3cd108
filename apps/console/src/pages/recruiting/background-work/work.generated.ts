// Generated from work.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type WorkVariables = {
  companyId: string
  state?: 'CANCELLED' | 'DONE' | 'FAILED' | 'RUNNING' | 'WAITING' | null | undefined
  after?: string | null | undefined
}

export type WorkResult = {
  backgroundTasks: {
    nodes: readonly ({
      id: string
      kind: string
      subjectId: string | null
      subjectKind: string | null
      state: 'CANCELLED' | 'DONE' | 'FAILED' | 'RUNNING' | 'WAITING'
      step: string | null
      attempts: number
      nextTryAt: string | null
      lastError: string | null
      enqueuedAt: string
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
}

export const work: Operation<WorkResult, WorkVariables> = {
  name: 'Work',
  text: "query Work($companyId:ID!,$state:BackgroundTaskState,$after:String){backgroundTasks(companyId:$companyId,state:$state,first:50,after:$after){nodes{id kind subjectId subjectKind state step attempts nextTryAt lastError enqueuedAt}endCursor hasNextPage}}",
}

export type RetryTaskVariables = {
  companyId: string
  taskId: string
}

export type RetryTaskResult = {
  retryBackgroundTask: {
    id: string
    state: 'CANCELLED' | 'DONE' | 'FAILED' | 'RUNNING' | 'WAITING'
  }
}

export const retryTask: Operation<RetryTaskResult, RetryTaskVariables> = {
  name: 'RetryTask',
  text: "mutation RetryTask($companyId:ID!,$taskId:ID!){retryBackgroundTask(companyId:$companyId,taskId:$taskId){id state}}",
}

export type CancelTaskVariables = {
  companyId: string
  taskId: string
}

export type CancelTaskResult = {
  cancelBackgroundTask: {
    id: string
    state: 'CANCELLED' | 'DONE' | 'FAILED' | 'RUNNING' | 'WAITING'
  }
}

export const cancelTask: Operation<CancelTaskResult, CancelTaskVariables> = {
  name: 'CancelTask',
  text: "mutation CancelTask($companyId:ID!,$taskId:ID!){cancelBackgroundTask(companyId:$companyId,taskId:$taskId){id state}}",
}
