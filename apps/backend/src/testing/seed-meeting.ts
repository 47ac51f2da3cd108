// Creates a finished meeting of a company, with an insight that quotes the meeting.
import { createMeetingStore } from '@gatehouse/meetings/meeting-store'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { recordRoomEvent } from '@gatehouse/meetings/record-room-event'
import { registerRoom } from '@gatehouse/meetings/register-room'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import type { Kysely } from 'kysely'

const ids = createIds(createSystemClock())
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

export async function seedMeeting(
  { database, postgres }: { database: Kysely<Tables>; postgres: Postgres },
  { companyId, ownerEmail }: { companyId: string; ownerEmail: string },
): Promise<string> {
  const room = `room ${companyId}`
  await registerRoom(
    { database, ids },
    { name: room, companyId, ownerEmail },
    { kind: 'operator', id: 'test' },
  )
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [meetingInsightsTask] })
  const timestamp = new Date()
  const { meetingId = '' } = await recordRoomEvent(
    { postgres, ids, queue },
    { event: 'room_destroyed', room, timestamp },
    'test',
  )
  const evidence = [{ line: 1, speaker: 'Ana', spokenAt: timestamp.toISOString(), quote: 'call Ion' }]
  const insights = [{ kind: 'action', text: 'Call Ion.', evidence }]
  await postgres.transaction((tx) =>
    createMeetingStore(postgres).finish(tx, meetingId, {
      status: 'DONE',
      startedAt: null,
      insights,
      lines: 1,
      callIds: [],
    }),
  )
  return meetingId
}
