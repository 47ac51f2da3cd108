import type { CallEnd, ParkReason } from '@gatehouse/calls/call'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { createCounterSeries, createHistogramSeries } from '@gatehouse/telemetry/series-metrics'
import { Counter, Gauge } from 'prom-client'

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>

export type MeasuredCall = {
  operation: string
  alias: string
  end: CallEnd
  tookMs: number
  /** Time until the first frame or byte of the answer; undefined if there was none. */
  firstByteMs: number | undefined
  /** Time that the gateway itself added. */
  addedMs: number
}

type GatewayGauges = { openCalls: () => number; heldBytes: () => number }

const pagingEnd: ParkReason = 'usage_impossible'

/** Metric names follow OpenTelemetry's conventions for generative AI where those define one. */
export function createGatewayMetrics(metrics: Metrics, read: GatewayGauges) {
  const registers = [metrics]
  const calls = createCounterSeries(metrics, {
    name: 'gatehouse_calls_total',
    help: 'Admitted calls by outcome',
    labelNames: ['operation', 'alias', 'end'],
  })
  const { duration, firstByte, added } = createCallTimes(metrics)
  const tokens = createCounterSeries(metrics, {
    name: 'gen_ai_client_token_usage_total',
    help: 'Tokens as reported by the providers',
    labelNames: ['alias', 'type'],
  })
  const unexpectedModels = new Counter({
    name: 'gatehouse_answers_of_unexpected_model_total',
    help: 'Answers whose model is not one that their route expects',
    labelNames: ['alias'],
    registers,
  })
  const { abandonedStreams, streamsRefused } = createStreamCounters(registers)
  registerGauges(metrics, read)
  return {
    observeUnexpectedModel(alias: string) {
      unexpectedModels.labels(alias).inc()
    },
    observeStreamAbandoned() {
      abandonedStreams.inc()
    },
    observeStreamRefused() {
      streamsRefused.inc()
    },
    observeCall({ operation, alias, end, tookMs, firstByteMs, addedMs }: MeasuredCall) {
      // A single one pages, and an increase is seen only in a series that existed before it.
      calls(operation, alias, pagingEnd).add(0)
      calls(operation, alias, end.kind === 'succeeded' ? 'succeeded' : end.reason).add()
      duration(operation, alias).observe(tookMs / 1_000)
      if (end.kind === 'succeeded') added().observe(addedMs / 1_000)
      if (firstByteMs !== undefined) firstByte(operation, alias).observe(firstByteMs / 1_000)
      if (!end.usage) return
      tokens(alias, 'input').add(end.usage.promptTokens)
      tokens(alias, 'output').add(end.usage.completionTokens)
    },
  }
}

function createCallTimes(metrics: Metrics) {
  const seconds = [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 30, 100, 300]
  return {
    duration: createHistogramSeries(metrics, {
      name: 'gen_ai_server_request_duration_seconds',
      help: 'Time from the request to the end of its answer',
      labelNames: ['operation', 'alias'],
      buckets: seconds,
    }),
    firstByte: createHistogramSeries(metrics, {
      name: 'gen_ai_server_time_to_first_token_seconds',
      help: 'Time from the request to the first frame of its answer',
      labelNames: ['operation', 'alias'],
      buckets: seconds,
    }),
    added: createHistogramSeries(metrics, {
      name: 'gatehouse_call_added_seconds',
      help: 'Time that the gateway added to succeeded calls: limits, key, admission and settlement',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    }),
  }
}

function createStreamCounters(registers: Metrics[]) {
  return {
    abandonedStreams: new Counter({
      name: 'gatehouse_abandoned_streams_total',
      help: 'Streams that clients abandoned after the first frame and before the end; not charged',
      registers,
    }),
    streamsRefused: new Counter({
      name: 'gatehouse_abandoned_stream_refusals_total',
      help: 'Streams refused because the key or its company had abandoned too many',
      registers,
    }),
  }
}

function registerGauges(metrics: Metrics, { openCalls, heldBytes }: GatewayGauges): void {
  metrics.registerMetric(
    new Gauge({
      name: 'gatehouse_calls_open',
      help: 'Calls in flight',
      registers: [],
      collect() {
        this.set(openCalls())
      },
    }),
  )
  metrics.registerMetric(
    new Gauge({
      name: 'gatehouse_call_bytes_held',
      help: 'Bytes of bodies and answers counted against CALL_BYTES_MAX',
      registers: [],
      collect() {
        this.set(heldBytes())
      },
    }),
  )
}
