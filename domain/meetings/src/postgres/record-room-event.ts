import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Ids } from '@gatehouse/runtime/ids'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { meetingInsightsTask } from '../meeting-insights-task.ts'
import type { RoomEvent } from '../room-event.ts'

export type RoomEventDeps = {
  shards: Shards
  ids: Ids
  /** Each queue must list `meetingInsightsTask` among its kinds. */
  queues: Shards<Pick<TaskQueue, 'enqueue' | 'prepare'>>
  /** Delay before the task starts, because lines of the transcript may arrive shortly after the end. */
  transcriptGraceMs?: number
}

export type RecordedEvent = {
  eventId: string
  /** False if the same event was reported before; the repeat has no effect. */
  isNew: boolean
  /** The meeting that the event ended. Undefined if the event is not an end or the room is not registered. */
  meeting: EndedMeeting | undefined
}

export type EndedMeeting = { id: string; companyId: string }

const defaultGraceMs = 30_000

/** Stores the event, the meeting that it ends and the task in one transaction, on the shard of the room's company. */
export async function recordRoomEvent(
  deps: RoomEventDeps,
  { event, room, timestamp }: RoomEvent,
  caller: string,
): Promise<RecordedEvent> {
  const { shards, ids, queues } = deps
  const companyId = await findCompany(shards.directory, room)
  const queue = companyId === undefined ? queues.directory : queues.of(companyId)
  const postgres = companyId === undefined ? shards.directory : shards.of(companyId)
  // Prepared outside the transaction: concurrent reports of one event each hold a connection and all wait for the
  // first, so the first must not need a second connection.
  await queue.prepare()
  return postgres.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; is_new: boolean }>(
      // The update is a no-op that makes `returning` return the existing row.
      `insert into room_events (id, event, room, occurred_at, caller) values ($1, $2, $3, $4, $5)
       on conflict (event, room, occurred_at) do update set event = excluded.event
       returning id, id = $1 as is_new`,
      [ids.uuid(), event, room, timestamp, caller],
    )
    const [{ id: eventId, is_new: isNew }] = rows as [{ id: string; is_new: boolean }]
    const isEnd = isNew && event === 'room_destroyed'
    return {
      eventId,
      isNew,
      meeting: isEnd ? await addMeeting({ ...deps, queue }, tx, { room, timestamp }) : undefined,
    }
  })
}

async function findCompany(directory: Queryable, room: string): Promise<string | undefined> {
  const { rows } = await directory.query<{ company_id: string }>(
    'select company_id from meeting_rooms where name = $1',
    [room],
  )
  return rows[0]?.company_id
}

/** Returns undefined for an unregistered room, which has no owner to inform. */
async function addMeeting(
  {
    ids,
    queue,
    transcriptGraceMs = defaultGraceMs,
  }: Pick<RoomEventDeps, 'ids' | 'transcriptGraceMs'> & {
    queue: Pick<TaskQueue, 'enqueue'>
  },
  tx: Queryable,
  { room, timestamp }: Pick<RoomEvent, 'room' | 'timestamp'>,
): Promise<EndedMeeting | undefined> {
  const { rows } = await tx.query<{ id: string; company_id: string; due_at: Date }>(
    `insert into meetings (id, company_id, owner_id, room, ended_at, spoken_from)
     select $1, r.company_id, r.owner_id, r.name, $3, r.spoken_from from meeting_rooms r where r.name = $2
     returning id, company_id, now() + make_interval(secs => $4::float8 / 1000) as due_at`,
    [ids.uuid(), room, timestamp, transcriptGraceMs],
  )
  const [meeting] = rows
  if (!meeting) return undefined
  const { id: meetingId, company_id: companyId, due_at: notBefore } = meeting
  await queue.enqueue(tx, meetingInsightsTask, {
    input: { meetingId },
    key: meetingId,
    groupId: companyId,
    notBefore,
  })
  return { id: meetingId, companyId }
}
