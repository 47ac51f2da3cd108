import type { ReactNode } from 'react'
import { Moment } from '../../../parts/text/moment.tsx'
import { queueTexts as texts } from '../../../words/en/recruiting/job.ts'
import type { JobResult } from './job.generated.ts'

type State = JobResult['matchingState']

/** When the job was last matched, and what is queued that may change its matches. */
export function MatchingQueue({ status, state }: { status: ReactNode; state: State }) {
  const queued = queuedOf(state)
  return (
    <span className="row-line-text">
      {status}
      <span>
        {state.lastMatchedAt === null ? (
          texts.never
        ) : (
          <>
            {texts.matchedAt} <Moment at={state.lastMatchedAt} /> {texts.utc}
          </>
        )}
      </span>
      {queued.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  )
}

function queuedOf(state: State): string[] {
  const { status, cvsWaiting, talentsWaiting, isJudgementWaiting, isGeneratorRunning } = state
  const queued = [
    status === 'WAITING' ? texts.waiting : '',
    status === 'IN_PROGRESS' ? texts.inProgress : '',
    status === 'FAILED' ? texts.failed : '',
    cvsWaiting > 0 ? texts.cvs(cvsWaiting) : '',
    status !== 'INACTIVE' && talentsWaiting > 0 ? texts.talents(talentsWaiting) : '',
    status !== 'INACTIVE' && isJudgementWaiting ? texts.judgement : '',
  ].filter((text) => text !== '')
  return queued.length > 0 && !isGeneratorRunning ? [...queued, texts.stopped] : queued
}
