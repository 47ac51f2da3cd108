import { Meter } from '../../../parts/meter.tsx'
import { monitoringTexts as texts } from '../../../words/en/platform/monitoring.ts'
import type { MonitoringResult } from './monitoring.generated.ts'

type Pools = NonNullable<MonitoringResult['monitoringStats']>['pools']

export function PoolPanel({ pools }: { pools: Pools }) {
  return (
    <table className="queues">
      <thead>
        <tr>
          <th scope="col">{texts.pool}</th>
          <th scope="col">{texts.inUse}</th>
          <th scope="col">{texts.waiting}</th>
        </tr>
      </thead>
      <tbody>
        {pools.map(({ name, total, idle, waiting, max }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <Meter
                share={(total - idle) / Math.max(1, max)}
                label={name}
                text={texts.ofMax(total - idle, max)}
              />
            </th>
            <td className="figures">{texts.ofMax(total - idle, max)}</td>
            <td className="figures">{waiting}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
