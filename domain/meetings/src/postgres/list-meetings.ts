import type { Database } from '@gatehouse/schema/database'
import type { Insight } from '../insights/insight.ts'

export type ListedMeeting = {
  id: string
  room: string
  startedAt: Date | null
  endedAt: Date
  status: 'WAITING' | 'DONE' | 'NO_TRANSCRIPT'
  insights: readonly Insight[]
  /** When the insights were worked out. */
  finishedAt: Date | null
  /** Number of transcript lines from which the insights were worked out. */
  lines: number
  /** The platform's model calls that worked out the insights. */
  callIds: readonly string[]
  /** The task that would work out the insights, if an admin cancelled it. */
  cancelledTaskId: string | null
}

export type MeetingPage = {
  companyId: string
  limit: number
  /** The meeting after which the page begins. */
  beforeId?: string | undefined
}

/** Newest first by the time of their end. The list is empty after a meeting that is not of the company. */
export async function listMeetings(
  database: Database,
  { companyId, limit, beforeId }: MeetingPage,
): Promise<ListedMeeting[]> {
  let query = selectMeetings(database, companyId)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined)
    query = query.where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('ended_at', 'id'),
        '<',
        selectFrom('meetings as last')
          .select(['last.ended_at', 'last.id'])
          .where('last.company_id', '=', companyId)
          .where('last.id', '=', beforeId)
          .$asTuple('ended_at', 'id'),
      ),
    )
  return (await query.execute()).map(toListed)
}

/** Returns undefined if the company has no such meeting. */
export async function readMeeting(
  database: Database,
  { companyId, meetingId }: { companyId: string; meetingId: string },
): Promise<ListedMeeting | undefined> {
  const row = await selectMeetings(database, companyId).where('id', '=', meetingId).executeTakeFirst()
  return row && toListed(row)
}

function selectMeetings(database: Database, companyId: string) {
  return database
    .selectFrom('meetings')
    .select([
      'id',
      'room',
      'started_at',
      'ended_at',
      'status',
      'insights',
      'lines',
      'call_ids',
      'finished_at',
      'cancelled_task_id',
    ])
    .where('company_id', '=', companyId)
}

type MeetingRow = Awaited<ReturnType<ReturnType<typeof selectMeetings>['executeTakeFirstOrThrow']>>

function toListed(row: MeetingRow): ListedMeeting {
  return {
    id: row.id,
    room: row.room,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    status: row.status,
    insights: row.insights as readonly Insight[],
    finishedAt: row.finished_at,
    lines: row.lines,
    callIds: row.call_ids,
    cancelledTaskId: row.cancelled_task_id,
  }
}

/** Shows that working out the insights was cancelled, or with null that it continues. */
export async function setCancelledTask(
  tx: Database,
  { companyId, meetingId }: { companyId: string; meetingId: string },
  taskId: string | null,
): Promise<void> {
  await tx
    .updateTable('meetings')
    .set({ cancelled_task_id: taskId })
    .where('company_id', '=', companyId)
    .where('id', '=', meetingId)
    .execute()
}
