// Generated from rooms.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../../graphql/operation.ts'

export type MeetingsAndRoomsVariables = {
  companyId: string
  after?: string | null | undefined
}

export type MeetingsAndRoomsResult = {
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
  meetingRooms: readonly ({
    name: string
    ownerEmail: string | null
    createdAt: string
  })[]
}

export const meetingsAndRooms: Operation<MeetingsAndRoomsResult, MeetingsAndRoomsVariables> = {
  name: 'MeetingsAndRooms',
  text: "query MeetingsAndRooms($companyId:ID!,$after:ID){meetings(companyId:$companyId,first:50,after:$after){nodes{...MeetingWithRooms}endCursor hasNextPage}meetingRooms(companyId:$companyId){name ownerEmail createdAt}} fragment MeetingWithRooms on Meeting{id room startedAt endedAt status lineCount cancelledTaskId insights{kind}}",
}

export type RegisterRoomVariables = {
  companyId: string
  name: string
  ownerEmail?: string | null | undefined
}

export type RegisterRoomResult = {
  registerMeetingRoom: {
    name: string
  }
}

export const registerRoom: Operation<RegisterRoomResult, RegisterRoomVariables> = {
  name: 'RegisterRoom',
  text: "mutation RegisterRoom($companyId:ID!,$name:String!,$ownerEmail:String){registerMeetingRoom(companyId:$companyId,name:$name,ownerEmail:$ownerEmail){name}}",
}

export type RemoveRoomVariables = {
  companyId: string
  name: string
}

export type RemoveRoomResult = {
  removeMeetingRoom: boolean
}

export const removeRoom: Operation<RemoveRoomResult, RemoveRoomVariables> = {
  name: 'RemoveRoom',
  text: "mutation RemoveRoom($companyId:ID!,$name:String!){removeMeetingRoom(companyId:$companyId,name:$name)}",
}
