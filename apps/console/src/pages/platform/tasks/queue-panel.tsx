import { Panel } from '../../../parts/panel.tsx'
import { formatSpan } from '../../../time/spans.ts'
import { tasksTexts as texts } from '../../../words/en/platform/tasks.ts'
import type { FailedTasksResult } from './tasks.generated.ts'

type Queues = NonNullable<FailedTasksResult['monitoringStats']>['taskQueues']

/** What waits and runs, by kind. Kinds without any work are left out. */
export function QueuePanel({ queues }: { queues: Queues | undefined }) {
  if (!queues)
    return (
      <Panel title={texts.queues}>
        <p className="soft">{texts.queuesSilent}</p>
      </Panel>
    )
  const busy = queues.filter(({ waiting, running }) => waiting + running > 0)
  const most = Math.max(1, ...busy.map(({ waiting, running }) => waiting + running))
  return (
    <Panel title={texts.queues}>
      {busy.length === 0 ? <p className="soft">{texts.queuesIdle}</p> : null}
      {busy.length === 0 ? null : (
        <table className="queues" aria-label={texts.queuesLabel}>
          <thead>
            <tr>
              <th scope="col">{texts.kind}</th>
              <th scope="col">{texts.running}</th>
              <th scope="col">{texts.waiting}</th>
              <th scope="col">{texts.oldest}</th>
            </tr>
          </thead>
          <tbody>
            {busy.map(({ kind, waiting, running, oldestReadyMs }) => (
              <tr key={kind}>
                <th scope="row">
                  {kind}
                  <span className="queue-bar" aria-hidden="true">
                    <span style={{ width: `${((waiting + running) / most) * 100}%` }} />
                  </span>
                </th>
                <td className="figures">{running.toLocaleString('en')}</td>
                <td className="figures">{waiting.toLocaleString('en')}</td>
                <td className="figures">{oldestReadyMs === null ? '–' : formatSpan(oldestReadyMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
