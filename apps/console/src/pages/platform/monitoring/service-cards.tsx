import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { formatSpan } from '../../../time/spans.ts'
import { monitoringTexts as texts } from '../../../words/en/platform/monitoring.ts'
import type { MonitoringResult } from './monitoring.generated.ts'

type Card = { name: string; tone: BadgeTone; state: string; text: string; detail?: string }

/** The state of each of the three services. */
export function ServiceCards({ result, isStale }: { result: MonitoringResult; isStale: boolean }) {
  const backend: Card = isStale
    ? { name: texts.backend, tone: 'bad', state: texts.silent, text: texts.neverSeen }
    : { name: texts.backend, tone: 'good', state: texts.up, text: texts.backendText }
  const cards = [gatewayCard(result), backend, aiServiceCard(result)]
  return (
    <section className="services" aria-label={texts.services}>
      {cards.map(({ name, tone, state, text, detail }) => (
        <div key={name} className="service-card">
          <div className="service-head">
            <h2>{name}</h2>
            <Badge tone={isStale && name !== texts.backend ? 'neutral' : tone}>
              {isStale && name !== texts.backend ? texts.unknown : state}
            </Badge>
          </div>
          <p className="soft small">{text}</p>
          {detail === undefined ? null : <p className="soft small">{detail}</p>}
        </div>
      ))}
    </section>
  )
}

function gatewayCard({ routeStates }: MonitoringResult): Card {
  const name = texts.gateway
  if (routeStates === null) return { name, tone: 'neutral', state: texts.unknown, text: texts.gatewayUnknown }
  const processes = new Set(routeStates.map(({ replica }) => replica)).size
  return processes === 0
    ? { name, tone: 'bad', state: texts.silent, text: texts.gatewaySilent }
    : { name, tone: 'good', state: texts.up, text: texts.gatewayText(processes) }
}

function aiServiceCard({ monitoringStats: stats }: MonitoringResult): Card {
  const name = texts.aiService
  if (!stats) return { name, tone: 'bad', state: texts.silent, text: texts.neverSeen }
  const detail = `${texts.upFor} ${formatSpan(stats.uptimeSeconds * 1_000)} · ${texts.node} ${stats.nodeVersion}`
  return { name, tone: 'good', state: texts.up, text: texts.aiText(stats.replica), detail }
}
