import { useNavigate } from '@tanstack/react-router'
import { type MoreRows, useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { meetingsTexts as texts } from '../../../words/en/recruiting/meetings.ts'
import { meetingColumns } from './meeting-columns.tsx'
import { type MeetingsResult, meetings } from './meetings.generated.ts'
import { RegisterRoom, RoomList } from './rooms/room-list.tsx'
import { type MeetingsAndRoomsResult, meetingsAndRooms } from './rooms/rooms.generated.ts'

const readMeetings = (result: MeetingsResult) => result.meetings

export function MeetingsPage() {
  const companyId = useCompanyId() ?? ''
  const frame = useFrame()
  const isAdmin = frame.data?.balance !== undefined
  // Only admins may read the rooms, so members ask for less.
  const { asked, ...more } = useAskedPages(
    isAdmin ? meetingsAndRooms : meetings,
    { companyId },
    {
      read: readMeetings,
      topics: ['MEETINGS', 'TASKS'],
      isEnabled: frame.data !== undefined,
    },
  )
  const rooms = roomsOf(asked.data?.first)
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={rooms ? <RegisterRoom companyId={companyId} isPrimary={rooms.length === 0} /> : undefined}
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={9} height={32} />}>
        {(data) => (
          <div className="stack-3">
            <MeetingList companyId={companyId} data={data} more={more} roomCount={rooms?.length} />
            {rooms ? <RoomList companyId={companyId} rooms={rooms} /> : null}
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** Undefined if the answer is that of a member. */
function roomsOf(
  answer: MeetingsResult | MeetingsAndRoomsResult | undefined,
): MeetingsAndRoomsResult['meetingRooms'] | undefined {
  return answer && 'meetingRooms' in answer ? answer.meetingRooms : undefined
}

type ListProps = {
  companyId: string
  data: { rows: readonly MeetingsResult['meetings']['nodes'][number][]; hasMore: boolean } | undefined
  more: MoreRows
  /** Undefined for members, who may not read the rooms. */
  roomCount: number | undefined
}

function MeetingList({ companyId, data, more, roomCount }: ListProps) {
  const navigate = useNavigate()
  if (data === undefined || data.rows.length === 0) {
    const [title, text] =
      roomCount === undefined
        ? [texts.empty, texts.emptyMember]
        : roomCount === 0
          ? [texts.empty, texts.emptyText]
          : [texts.waiting, texts.waitingText]
    return (
      <div className="panel">
        <Empty icon="meetings" title={title}>
          <p>{text}</p>
        </Empty>
      </div>
    )
  }
  return (
    <Grid
      label={texts.title}
      columns={meetingColumns}
      rows={data.rows}
      idOf={({ id }) => id}
      total={data.hasMore ? -1 : data.rows.length}
      onOpen={({ id }) => void navigate({ to: `/c/${companyId}/meetings/${id}` })}
      {...more}
    />
  )
}
