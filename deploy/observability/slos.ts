// Service level objectives, and alerts on how fast their error budget of 30 days is used up. An alert needs a long and a
// short window: the long one ignores blips, the short one ends the alert soon after the cause is gone.
import type { Alert } from './alert.ts'

export type Objective = {
  name: string
  /** Share of good events that is promised. */
  target: number
  what: string
  /** Ratio of bad events in a window, such as `5m`. */
  badRatio: (window: string) => string
  runbook: string
  /** A series of promtool in which every event is bad. */
  allBad: Readonly<Record<string, string>>
}

// Calls of companies, without probes and documentation.
const calls = 'service="gateway",route=~"/llm/v1/(chat/completions|completions|embeddings|parse/.*)"'
// Requests that an overloaded gateway rejects before it handles them are counted separately.
const handled = 'gatehouse_http_request_duration_seconds_count'
const requests = `__name__=~"${handled}|gatehouse_http_requests_rejected_early_total"`
const ratio = (bad: string, all: string) => `(${bad} or 0 * ${all}) / (${all} > 0)`

export const objectives: readonly Objective[] = [
  {
    name: 'availability',
    target: 0.999,
    what: 'calls answered without a server error',
    badRatio: (window) =>
      ratio(
        `sum(rate({${requests},${calls},status=~"5.."}[${window}]))`,
        `sum(rate({${requests},${calls}}[${window}]))`,
      ),
    runbook: 'service-objectives.md',
    allBad: {
      [`${handled}{service="gateway",route="/llm/v1/chat/completions",status="503"}`]: '0+60x100 6000x600',
    },
  },
  {
    name: 'added_latency',
    target: 0.99,
    what: 'calls to which the gateway adds at most 50 ms',
    badRatio: (window) =>
      `1 - sum(rate(gatehouse_call_added_seconds_bucket{le="0.05"}[${window}])) / (sum(rate(gatehouse_call_added_seconds_count[${window}])) > 0)`,
    runbook: 'service-objectives.md',
    allBad: {
      'gatehouse_call_added_seconds_bucket{le="0.05"}': '0x700',
      gatehouse_call_added_seconds_count: '0+60x100 6000x600',
    },
  },
  {
    name: 'settlement_delay',
    target: 0.999,
    what: 'batches of charges that are durable within 500 ms',
    badRatio: (window) =>
      `1 - sum(rate(gatehouse_settle_batch_duration_seconds_bucket{le="0.5"}[${window}])) / (sum(rate(gatehouse_settle_batch_duration_seconds_count[${window}])) > 0)`,
    runbook: 'service-objectives.md',
    allBad: {
      'gatehouse_settle_batch_duration_seconds_bucket{le="0.5"}': '0x700',
      gatehouse_settle_batch_duration_seconds_count: '0+60x100 6000x600',
    },
  },
  {
    name: 'webhook_age',
    target: 0.999,
    what: 'time in which no payment event waits for more than a minute',
    // The longer windows average the shortest one: a subquery over three days would be evaluated every minute.
    badRatio: (window) =>
      window === '5m'
        ? 'avg_over_time((max(gatehouse_payment_events_oldest_pending_seconds) > bool 60)[5m:1m])'
        : `avg_over_time(gatehouse:webhook_age:bad_ratio_5m[${window}])`,
    runbook: 'payment-events.md',
    allBad: { gatehouse_payment_events_oldest_pending_seconds: '3600x100 0x600' },
  },
]

/** Name of the recording rule that holds the ratio. */
export const ratioName = ({ name }: Objective, window: string) => `gatehouse:${name}:bad_ratio_${window}`

export const windows = ['5m', '30m', '1h', '6h', '3d'] as const

type Burn = { pace: string; rate: number; long: string; short: string; severity: Alert['severity'] }

// Rates as in Google's SRE workbook: 2 % of the budget in an hour, 5 % in six hours, 10 % in three days.
const burns: readonly Burn[] = [
  { pace: 'Fast', rate: 14.4, long: '1h', short: '5m', severity: 'page' },
  { pace: 'Steady', rate: 6, long: '6h', short: '30m', severity: 'page' },
  { pace: 'Slow', rate: 1, long: '3d', short: '6h', severity: 'day' },
]

const minutesOf = (window: string) => Number.parseInt(window, 10) * (window.endsWith('h') ? 60 : 1)

export const burnRateAlerts: readonly Alert[] = objectives.flatMap((objective) =>
  burns.map(({ pace, rate, long, short, severity }): Alert => {
    const budget = 1 - objective.target
    const limit = Number((rate * budget).toPrecision(6))
    const title = objective.name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) =>
      letter.toUpperCase(),
    )
    return {
      name: `${title}Burns${pace}`,
      measure: ratioName(objective, long),
      condition: `> ${limit} and ${ratioName(objective, short)} > ${limit}`,
      severity,
      summary: `The error budget of the objective "${objective.what}" is used up ${rate} times as fast as planned`,
      runbook: objective.runbook,
      // All bad for 100 minutes, then nothing happens: with the short window over, the alert has ended.
      example: {
        series: objective.allBad,
        firesAtMinute: 100,
        quietAtMinute: minutesOf(short) + 110,
      },
    }
  }),
)
