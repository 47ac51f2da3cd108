import type { Database } from '@gatehouse/schema/database'
import type { Insight } from '../insights/insight.ts'

export type ListedMeeting = {
  id: string
  room: string
  startedAt: Date | null
  endedAt: Date
  status: 'WAITING' | 'DONE' | 'NO_TRANSCRIPT'
  insights: readonly Insight[]
}

/** Newest first. */
export async function listMeetings(
  database: Database,
  { companyId, limit }: { companyId: string; limit: number },
): Promise<ListedMeeting[]> {
  const rows = await database
    .selectFrom('meetings')
    .select(['id', 'room', 'started_at', 'ended_at', 'status', 'insights'])
    .where('company_id', '=', companyId)
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    room: row.room,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    status: row.status,
    insights: row.insights as readonly Insight[],
  }))
}
