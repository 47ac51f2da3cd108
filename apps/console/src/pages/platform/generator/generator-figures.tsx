import { Figure } from '../../../parts/figure.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { formatDuration } from '../../../time/durations.ts'
import { formatSpan } from '../../../time/spans.ts'
import { generatorTexts as texts } from '../../../words/en/platform/generator.ts'
import type { GeneratorResult } from './generator.generated.ts'

const count = (value: number) => Math.round(value).toLocaleString('en')

export function GeneratorFigures({ generatorStatus, generatorMetrics: metrics }: GeneratorResult) {
  const { queueSize } = generatorStatus
  const rate = metrics.throughputPerMinute
  return (
    <dl className="figures-row">
      <Figure label={texts.rate} detail={texts.perMinute}>
        {rate.toLocaleString('en', { maximumFractionDigits: 1 })}
      </Figure>
      <Figure label={texts.queue} detail={etaOf(queueSize, rate)}>
        {count(queueSize)}
      </Figure>
      <Figure
        label={texts.errors}
        detail={texts.errorRate(`${metrics.errorRate.toLocaleString('en', { maximumFractionDigits: 1 })} %`)}
      >
        {count(metrics.totalErrors)}
      </Figure>
      <Figure label={texts.average} detail={texts.total(count(metrics.totalProcessed))}>
        {formatDuration(Math.round(metrics.avgProcessingTimeMs))}
      </Figure>
      <Figure
        label={texts.breaker}
        detail={
          metrics.lastProcessedAt === null ? (
            texts.never
          ) : (
            <>
              {texts.last} <Moment at={metrics.lastProcessedAt} as="ago" />
            </>
          )
        }
      >
        {texts.breakers[metrics.circuitBreakerState.toLowerCase()] ?? metrics.circuitBreakerState}
      </Figure>
    </dl>
  )
}

function etaOf(queueSize: number, perMinute: number): string {
  if (queueSize === 0) return texts.empty
  return perMinute > 0 ? texts.eta(formatSpan((queueSize / perMinute) * 60_000)) : texts.noEta
}
