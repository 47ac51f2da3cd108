// Generated from meeting.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type MeetingDetailVariables = {
  companyId: string
  meetingId: string
  subjectId: string
  after?: string | null | undefined
}

export type MeetingDetailResult = {
  meeting: {
    id: string
    room: string
    startedAt: string | null
    endedAt: string
    finishedAt: string | null
    status: 'DONE' | 'NO_TRANSCRIPT' | 'WAITING'
    lineCount: number
    cancelledTaskId: string | null
    insights: readonly ({
      kind: string
      text: string
      quotes: readonly (string)[]
      speakers: readonly (string)[]
    })[]
  }
  meetingTranscript: {
    nodes: readonly ({
      id: string
      speaker: string
      spokenAt: string
      text: string
    })[]
    endCursor: string | null
    hasNextPage: boolean
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

export const meetingDetail: Operation<MeetingDetailResult, MeetingDetailVariables> = {
  name: 'MeetingDetail',
  text: "query MeetingDetail($companyId:ID!,$meetingId:ID!,$subjectId:String!,$after:String){meeting(companyId:$companyId,meetingId:$meetingId){id room startedAt endedAt finishedAt status lineCount cancelledTaskId insights{kind text quotes speakers}}meetingTranscript(companyId:$companyId meetingId:$meetingId first:100 after:$after){nodes{id speaker spokenAt text}endCursor hasNextPage}backgroundTasks(companyId:$companyId,subjectId:$subjectId,first:5){nodes{id subjectId kind state step attempts nextTryAt lastError enqueuedAt}}}",
}
