import type { PublishCompanyEvent } from '@gatehouse/companies/company-event'
import type { Route } from '@gatehouse/http/define-route'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { recordRoomEvent } from '@gatehouse/meetings/record-room-event'
import { recordTranscript } from '@gatehouse/meetings/record-transcript'
import { mapShards } from '@gatehouse/postgres/shards'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { Caller } from '../../internal/callers.ts'
import { type RoomEventDeps, roomEventRoute } from './room-event/route.ts'
import { roomTranscriptRoute } from './room-transcript/route.ts'

/** The routes that the meeting server calls. */
export function meetingRoutes(
  resources: Pick<ServiceResources, 'ids' | 'logger' | 'shards'>,
  { callers, publishEvent }: { callers: readonly Caller[]; publishEvent: PublishCompanyEvent },
): Route[] {
  const { shards } = resources
  const kinds = [meetingInsightsTask]
  const queues = mapShards(shards, (postgres) => createTaskQueue({ ...resources, postgres, kinds }))
  const events: RoomEventDeps = {
    callers,
    async record(event, caller) {
      const recorded = await recordRoomEvent({ ...resources, queues }, event, caller)
      const { meeting } = recorded
      if (meeting) {
        publishEvent(meeting.companyId, 'MEETINGS', meeting.id)
        publishEvent(meeting.companyId, 'TASKS')
      }
      return recorded
    },
  }
  return [
    roomEventRoute(events, 'room_created'),
    roomEventRoute(events, 'room_destroyed'),
    roomTranscriptRoute({ callers, record: (part) => recordTranscript(shards.directory, part) }),
  ]
}
