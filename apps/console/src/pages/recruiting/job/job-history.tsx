import { Facts } from '../../../parts/facts.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { historyTexts as texts } from '../../../words/en/recruiting/job.ts'
import type { JobResult } from './job.generated.ts'

export function JobHistory({ data: { job, matchingState } }: { data: JobResult }) {
  const at = (moment: string | null, otherwise: string) =>
    moment === null ? <span className="soft">{otherwise}</span> : <Moment at={moment} />
  return (
    <>
      <Panel title={texts.title}>
        <Facts
          facts={[
            { label: texts.created, value: at(job.createdAt, texts.never) },
            { label: texts.published, value: at(job.publishedAt, texts.never) },
            { label: texts.updated, value: at(job.updatedAt, texts.never) },
            { label: texts.version, value: job.version },
            { label: texts.matched, value: at(matchingState.lastMatchedAt, texts.never) },
            { label: texts.closes, value: at(job.closesAt, texts.open) },
          ]}
        />
      </Panel>
      <p className="soft small">{texts.utc}</p>
    </>
  )
}
