import { useAsked } from '../../../graphql/use-asked.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { monitoringTexts as texts } from '../../../words/en/platform/monitoring.ts'
import { QueuePanel } from '../tasks/queue-panel.tsx'
import { BreakerPanel } from './breaker-panel.tsx'
import { monitoring } from './monitoring.generated.ts'
import { OperationPanel } from './operation-panel.tsx'
import { PoolPanel } from './pool-panel.tsx'
import { ProcessPanel } from './process-panel.tsx'
import { ServiceCards } from './service-cards.tsx'
import { StalePanel } from './stale-panel.tsx'
import { useLastKnown } from './use-last-known.ts'

const pollMs = 5_000

export function MonitoringPage() {
  const asked = useAsked(monitoring, {}, { pollMs })
  const { data, dataUpdatedAt: at, error } = asked
  const stats = useLastKnown(data?.monitoringStats, at)
  const operations = useLastKnown(data?.monitoringOperations, at)
  // If the backend itself does not answer, everything is as old as its last answer.
  const isStale = error !== null
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <Loaded asked={asked}>
        {(result) => (
          <div className="stack">
            <ServiceCards result={result} isStale={isStale} />
            <StalePanel
              title={texts.process}
              known={stats}
              isStale={isStale || result.monitoringStats === null}
            >
              {(value) => <ProcessPanel stats={value} at={stats?.at ?? 0} />}
            </StalePanel>
            <BreakerPanel result={result} />
            <StalePanel
              title={texts.operations}
              known={operations}
              isStale={isStale || result.monitoringOperations === null}
            >
              {(value) => <OperationPanel operations={value} />}
            </StalePanel>
            <div className="pair">
              <StalePanel
                title={texts.pools}
                known={stats}
                isStale={isStale || result.monitoringStats === null}
              >
                {(value) => <PoolPanel pools={value.pools} />}
              </StalePanel>
              <QueuePanel queues={result.monitoringStats?.taskQueues ?? undefined} />
            </div>
          </div>
        )}
      </Loaded>
    </div>
  )
}
