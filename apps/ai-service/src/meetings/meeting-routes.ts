import type { Route } from '@gatehouse/http/define-route'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { recordRoomEvent } from '@gatehouse/meetings/record-room-event'
import { recordTranscript } from '@gatehouse/meetings/record-transcript'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { Caller } from '../internal/callers.ts'
import { roomCreatedRoute } from './routes/room-created/route.ts'
import { roomDestroyedRoute } from './routes/room-destroyed/route.ts'
import { roomTranscriptRoute } from './routes/room-transcript/route.ts'

/** What the meeting server tells us. */
export function meetingRoutes(
  resources: Pick<ServiceResources, 'ids' | 'logger' | 'postgres'>,
  { callers }: { callers: readonly Caller[] },
): Route[] {
  const { postgres } = resources
  const queue = createTaskQueue({ ...resources, kinds: [meetingInsightsTask] })
  const events: Parameters<typeof roomCreatedRoute>[0] = {
    callers,
    record: (event, caller) => recordRoomEvent({ ...resources, queue }, event, caller),
  }
  return [
    roomCreatedRoute(events),
    roomDestroyedRoute(events),
    roomTranscriptRoute({ callers, record: (part) => recordTranscript(postgres, part) }),
  ]
}
