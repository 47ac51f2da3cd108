import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type MoreRows, useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { BackLink, PageHead } from '../../../parts/page-head.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { formatMinute } from '../../../time/moments.ts'
import { pageTitles } from '../../../words/en/pages.ts'
import { meetingTexts as texts } from '../../../words/en/recruiting/meetings.ts'
import { MeetingState } from '../meetings/meeting-columns.tsx'
import { TaskPanel } from '../background-work/task-panel.tsx'
import { InsightList } from './insight-list.tsx'
import { type MeetingDetailResult, meetingDetail } from './meeting.generated.ts'
import { Transcript } from './transcript.tsx'

type Detail = MeetingDetailResult['meeting']

const readLines = (result: MeetingDetailResult) => result.meetingTranscript

export function MeetingPage() {
  const companyId = useCompanyId() ?? ''
  const { meetingId = '' } = useParams({ strict: false }) as { meetingId?: string }
  const { asked, ...more } = useAskedPages(
    meetingDetail,
    { companyId, meetingId, subjectId: meetingId },
    { read: readLines, topics: ['MEETINGS', 'TASKS'] },
  )
  const [shownLine, setShownLine] = useState<string>()
  const meeting = asked.data?.first.meeting
  return (
    <div className="page">
      <BackLink to={`/c/${companyId}/meetings`}>{texts.back}</BackLink>
      <PageHead
        title={meeting?.room ?? pageTitles.meeting}
        text={meeting ? <Subtitle meeting={meeting} /> : undefined}
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={1} height={420} />}>
        {(data) =>
          data === undefined ? null : (
            <div className="meeting">
              <div className="stack-3">
                <MeetingNotice meeting={data.first.meeting} />
                <TaskPanel
                  companyId={companyId}
                  tasks={data.first.backgroundTasks.nodes}
                  cancelledTaskId={data.first.meeting.cancelledTaskId}
                />
                {data.first.meeting.status === 'DONE' ? (
                  <InsightList
                    insights={data.first.meeting.insights}
                    lines={data.rows}
                    shownLine={shownLine}
                    onShow={setShownLine}
                  />
                ) : null}
              </div>
              <Panel title={texts.transcript} isFlush>
                <Transcript lines={data.rows} shownLine={shownLine} />
                {data.hasMore ? <MoreLines {...more} /> : null}
              </Panel>
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

function MoreLines({ isLoadingMore, onEnd, moreFault, onRetryMore }: MoreRows) {
  return (
    <div className="list-foot">
      {moreFault ? (
        <FaultNotice fault={moreFault} onRetry={onRetryMore} isRetrying={isLoadingMore} />
      ) : (
        <Button size="s" isBusy={isLoadingMore} onClick={onEnd}>
          {texts.more}
        </Button>
      )}
    </div>
  )
}

function Subtitle({ meeting }: { meeting: Detail }) {
  const { startedAt, endedAt } = meeting
  const end = formatMinute(new Date(endedAt))
  return (
    <span className="row-line-text">
      <MeetingState {...meeting} />
      <span className="figures">
        {startedAt === null ? texts.endedAt(end) : texts.from(formatMinute(new Date(startedAt)), end)}
      </span>
    </span>
  )
}

function MeetingNotice({ meeting: { status, cancelledTaskId } }: { meeting: Detail }) {
  if (status === 'NO_TRANSCRIPT')
    return (
      <Notice tone="warn" title={texts.noTranscript}>
        <p>{texts.noTranscriptText}</p>
      </Notice>
    )
  if (status === 'WAITING' && cancelledTaskId === null)
    return (
      <Notice tone="info" title={texts.waiting}>
        <p>{texts.waitingText}</p>
      </Notice>
    )
  return null
}
