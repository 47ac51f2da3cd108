// Which drill provokes each alert in running services, with a real Prometheus and the shipped rules. The other alerts are only
// tested with promtool, on the series of their examples, and each says what a drill would need.
import { type Provocation, plantDrift, reportOldBackup, stopPostgres } from './provocations.ts'

export const provoked: Readonly<Record<string, Provocation>> = {
  BackupTooOld: reportOldBackup,
  LedgerDrift: plantDrift,
  DatabaseAway: stopPostgres,
}

/** Alert → why no drill sees it fire. */
export const onlyUnitTested: Readonly<Record<string, string>> = {
  HoldsDrift: 'has to hold for 20 minutes',
  LedgerNotReconciled: 'takes two hours without a reconciliation',
  LedgerNotDurable:
    'needs a Postgres that was started without fsync, at which a gateway refuses calls (pg-sync-truth)',
  ClocksDiffer: 'needs a gateway with a wrong clock',
  ChargesGivenUp:
    'needs calls in flight during an outage of the length of CHARGE_WAIT_MS (pg-failover counts them)',
  PaymentEventsWait: 'takes an hour of waiting events',
  UsageImpossible: 'needs a provider that reports impossible usage',
  CallsParked: 'takes a day',
  PoolExhausted: 'needs more concurrent requests than the load of the drill makes',
  RedisNotUsed: 'has to hold for five minutes (redis-failover sees the metric)',
  LogLinesLost: 'ends 15 minutes after Redis is back',
  ProcessesDiffer: 'takes an hour',
  TasksWait: 'takes 15 minutes',
  DeadLetters: 'needs a task that has failed all of its attempts',
  ModelBreakerOpen: 'has to hold for 15 minutes',
  PartitionsRunOut: 'has to hold for an hour',
  StreamsAbandoned: 'needs hundreds of refused streams',
}

/** The alerts on objectives compare hours of traffic. */
export const isOnObjective = (group: string) => group === 'objectives'
