import { Panel } from '../../../parts/panel.tsx'
import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { formatDuration } from '../../../time/durations.ts'
import { breakerWords } from '../../../words/en/platform/models.ts'
import { monitoringTexts as texts } from '../../../words/en/platform/monitoring.ts'
import type { MonitoringResult } from './monitoring.generated.ts'

type BreakerState = NonNullable<MonitoringResult['routeStates']>[number]['state']

type Breaker = {
  key: string
  name: string
  where: string
  state: BreakerState
  calls: number
  failures: number
  p95: number | null
}

const tones: Record<BreakerState, BadgeTone> = { CLOSED: 'good', HALF_OPEN: 'warn', OPEN: 'bad' }
const order: Record<BreakerState, number> = { OPEN: 0, HALF_OPEN: 1, CLOSED: 2 }

/** Breakers of the gateways' routes and of the models that the AI service calls, those that refuse calls first. */
export function BreakerPanel({ result }: { result: MonitoringResult }) {
  const breakers = breakersOf(result)
  return (
    <Panel title={texts.breakers}>
      <p className="soft small">{breakers.length === 0 ? texts.breakersNone : texts.breakersText}</p>
      {breakers.length === 0 ? null : (
        <div className="table-scroll">
          <table className="queues">
            <thead>
              <tr>
                <th scope="col">{texts.subject}</th>
                <th scope="col">{texts.state}</th>
                <th scope="col">{texts.calls}</th>
                <th scope="col">{texts.failures}</th>
                <th scope="col">{texts.p95}</th>
              </tr>
            </thead>
            <tbody>
              {breakers.map(({ key, name, where, state, calls, failures, p95 }) => (
                <tr key={key}>
                  <th scope="row">
                    {name} <span className="soft">{where}</span>
                  </th>
                  <td>
                    <Badge tone={tones[state]}>{breakerWords[state]}</Badge>
                  </td>
                  <td className="figures">{calls.toLocaleString('en')}</td>
                  <td className="figures">{failures.toLocaleString('en')}</td>
                  <td className="figures">{p95 === null ? '–' : formatDuration(Math.round(p95))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function breakersOf({ routeStates, aiServices, catalog }: MonitoringResult): Breaker[] {
  const routes = new Map(
    catalog.flatMap(({ alias, routes: own }) =>
      own.map(({ id, providerModel }) => [id, `${alias} → ${providerModel}`] as const),
    ),
  )
  const ofRoutes = (routeStates ?? []).map(({ routeId, replica, state, calls5m, failures5m, p95 }) => ({
    key: `${routeId} ${replica}`,
    name: routes.get(routeId) ?? routeId,
    where: replica,
    state,
    calls: calls5m,
    failures: failures5m,
    p95,
  }))
  const ofModels = (aiServices?.services ?? []).map(({ name, state, calls5m, failures5m, p95Ms }) => ({
    key: name,
    name,
    where: texts.aiService,
    state,
    calls: calls5m,
    failures: failures5m,
    p95: p95Ms,
  }))
  return [...ofRoutes, ...ofModels].toSorted((a, b) => order[a.state] - order[b.state])
}
