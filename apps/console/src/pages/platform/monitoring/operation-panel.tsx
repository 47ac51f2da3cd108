import { formatDuration } from '../../../time/durations.ts'
import { monitoringTexts as texts } from '../../../words/en/platform/monitoring.ts'
import type { MonitoringResult } from './monitoring.generated.ts'

type Operations = NonNullable<MonitoringResult['monitoringOperations']>

export function OperationPanel({ operations: { lastHour, lastDay } }: { operations: Operations }) {
  const { operations } = lastHour
  const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(Math.round(ms)))
  return (
    <>
      {operations.length === 0 ? <p className="soft">{texts.operationsNone}</p> : null}
      {operations.length === 0 ? null : (
        <table className="queues">
          <thead>
            <tr>
              <th scope="col">{texts.kind}</th>
              <th scope="col">{texts.total}</th>
              <th scope="col">{texts.failed}</th>
              <th scope="col">{texts.p50}</th>
              <th scope="col">{texts.p95}</th>
            </tr>
          </thead>
          <tbody>
            {operations.map(({ kind, total, outcomes, p50Ms, p95Ms }) => (
              <tr key={kind}>
                <th scope="row">{kind}</th>
                <td className="figures">{total.toLocaleString('en')}</td>
                <td className="figures">
                  {(outcomes.find(({ outcome }) => outcome === 'failed')?.count ?? 0).toLocaleString('en')}
                </td>
                <td className="figures">{duration(p50Ms)}</td>
                <td className="figures">{duration(p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="soft small">{texts.lastDay(lastDay.total.toLocaleString('en'))}</p>
    </>
  )
}
