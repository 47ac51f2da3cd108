// Generated from tasks.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type FailedTasksVariables = {
  kind?: string | null | undefined
  after?: string | null | undefined
}

export type FailedTasksResult = {
  tasks: {
    nodes: readonly ({
      id: string
      kind: string
      companyId: string | null
      attempts: number
      replays: number
      code: string
      message: string
      input: unknown
      enqueuedAt: string
      failedAt: string
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
  monitoringStats: {
    taskQueues: readonly ({
      kind: string
      waiting: number
      running: number
      oldestReadyMs: number | null
    })[] | null
  } | null
}

export const failedTasks: Operation<FailedTasksResult, FailedTasksVariables> = {
  name: 'FailedTasks',
  text: "query FailedTasks($kind:String,$after:ID){tasks(first:50,after:$after,kind:$kind){nodes{...FailedTaskRow}endCursor hasNextPage}monitoringStats{taskQueues{kind waiting running oldestReadyMs}}} fragment FailedTaskRow on FailedTask{id kind companyId attempts replays code message input enqueuedAt failedAt}",
}

export type CompanyTasksVariables = {
  companyId: string
  after?: string | null | undefined
}

export type CompanyTasksResult = {
  backgroundTasks: {
    nodes: readonly ({
      id: string
      kind: string
      state: 'CANCELLED' | 'DONE' | 'FAILED' | 'RUNNING' | 'WAITING'
      step: string | null
      attempts: number
      nextTryAt: string | null
      lastError: string | null
      enqueuedAt: string
      subjectKind: string | null
      subjectId: string | null
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
}

export const companyTasks: Operation<CompanyTasksResult, CompanyTasksVariables> = {
  name: 'CompanyTasks',
  text: "query CompanyTasks($companyId:ID!,$after:String){backgroundTasks(first:50,after:$after,companyId:$companyId){nodes{id kind state step attempts nextTryAt lastError enqueuedAt subjectKind subjectId}endCursor hasNextPage}}",
}

export type ReplayTasksVariables = {
  taskIds?: readonly (string)[] | null | undefined
  kind?: string | null | undefined
}

export type ReplayTasksResult = {
  replayTasks: readonly (string)[]
}

export const replayTasks: Operation<ReplayTasksResult, ReplayTasksVariables> = {
  name: 'ReplayTasks',
  text: "mutation ReplayTasks($taskIds:[ID!],$kind:String){replayTasks(taskIds:$taskIds,kind:$kind)}",
}

export type RetryTaskVariables = {
  companyId: string
  taskId: string
}

export type RetryTaskResult = {
  retryBackgroundTask: {
    id: string
  }
}

export const retryTask: Operation<RetryTaskResult, RetryTaskVariables> = {
  name: 'RetryTask',
  text: "mutation RetryTask($companyId:ID!,$taskId:ID!){retryBackgroundTask(companyId:$companyId,taskId:$taskId){id}}",
}

export type CancelTaskVariables = {
  companyId: string
  taskId: string
}

export type CancelTaskResult = {
  cancelBackgroundTask: {
    id: string
  }
}

export const cancelTask: Operation<CancelTaskResult, CancelTaskVariables> = {
  name: 'CancelTask',
  text: "mutation CancelTask($companyId:ID!,$taskId:ID!){cancelBackgroundTask(companyId:$companyId,taskId:$taskId){id}}",
}
