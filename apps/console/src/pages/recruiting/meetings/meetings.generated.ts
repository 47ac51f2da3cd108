// Generated from meetings.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type MeetingsVariables = {
  companyId: string
  after?: string | null | undefined
}

export type MeetingsResult = {
  meetings: {
    nodes: readonly ({
      id: string
      room: string
      startedAt: string | null
      endedAt: string
      status: 'DONE' | 'NO_TRANSCRIPT' | 'WAITING'
      lineCount: number
      cancelledTaskId: string | null
      insights: readonly ({
        kind: string
      })[]
    })[]
    endCursor: string | null
    hasNextPage: boolean
  }
}

export const meetings: Operation<MeetingsResult, MeetingsVariables> = {
  name: 'Meetings',
  text: "query Meetings($companyId:ID!,$after:ID){meetings(companyId:$companyId,first:50,after:$after){nodes{...ListedMeeting}endCursor hasNextPage}} fragment ListedMeeting on Meeting{id room startedAt endedAt status lineCount cancelledTaskId insights{kind}}",
}
