// Meetings of a company in the states that pages show.
import { oneShard } from '@gatehouse/postgres/shards'
import { createMeetingStore } from '@gatehouse/meetings/meeting-store'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { recordRoomEvent } from '@gatehouse/meetings/record-room-event'
import { recordTranscript } from '@gatehouse/meetings/record-transcript'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { OpenConsole } from '../open-console.ts'

const said = [
  ['Ana', 'Good morning. We have two candidates for the welder position.'],
  ['Ion', 'The first one has the ISO 9606 certificate, so I would invite her.'],
  ['Ana', 'Agreed, we invite the first candidate for Thursday.'],
  ['Ana', 'I will call Ion’s team about the test piece.'],
  ['Ion', 'Who pays for the travel?'],
] as const

const evidence = (line: number, quote: string) => ({
  line: line + 1,
  speaker: said[line]?.[0] ?? '',
  spokenAt: new Date().toISOString(),
  quote,
})

const insights = [
  {
    kind: 'decision',
    text: 'The first candidate is invited for Thursday.',
    evidence: [evidence(2, 'we invite the first candidate for Thursday'), evidence(1, 'I would invite her')],
  },
  {
    kind: 'action',
    text: 'Ana calls the team about the test piece.',
    evidence: [evidence(3, 'I will call')],
  },
  { kind: 'question', text: 'Who pays for the travel?', evidence: [evidence(4, 'Who pays for the travel?')] },
] as const

type Seeded = { room: string; isDone: boolean }

/** A meeting that ended in a room that is registered. */
export async function seedEndedMeeting(
  { backend: { postgres, resources } }: OpenConsole,
  { room, isDone }: Seeded,
): Promise<string> {
  const { ids, logger } = resources
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [meetingInsightsTask] })
  const timestamp = new Date()
  const lines = said.map(([speaker, text], index) => ({
    timestamp: new Date(timestamp.getTime() - (said.length - index)),
    speaker,
    text,
  }))
  if (isDone) await recordTranscript(postgres, { room, lines })
  const { meeting } = await recordRoomEvent(
    { shards: oneShard(postgres), ids, queues: oneShard(queue) },
    { event: 'room_destroyed', room, timestamp },
    'test',
  )
  const meetingId = meeting?.id ?? ''
  if (isDone)
    await postgres.transaction((tx) =>
      createMeetingStore(oneShard(postgres)).finish(tx, meetingId, {
        status: 'DONE',
        startedAt: null,
        insights: [...insights],
        lines: lines.length,
        callIds: [],
      }),
    )
  return meetingId
}

/** Registers a room as the page does. */
export async function registerRoom(
  { backend }: OpenConsole,
  { companyId, room }: { companyId: string; room: string },
  user: Parameters<OpenConsole['newContext']>[0],
): Promise<void> {
  await backend.ask(
    'mutation ($companyId: ID!, $room: String!) { registerMeetingRoom(companyId: $companyId, name: $room) { name } }',
    { ...(user ? { user } : {}), variables: { companyId, room } },
  )
}
