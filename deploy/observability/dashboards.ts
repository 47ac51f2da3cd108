// Grafana dashboards as data. Every expression is one that Prometheus evaluates, so a proof can run them all.
import { objectives, ratioName } from './slos.ts'

export type Panel = {
  title: string
  unit: 'short' | 's' | 'percentunit' | 'reqps' | 'bytes'
  /** Legend → expression. */
  queries: Readonly<Record<string, string>>
}

export type Dashboard = { name: string; title: string; panels: readonly Panel[] }

const quantile = (share: number, metric: string, by = '') =>
  `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket[5m])))`
const quantiles = (metric: string) => ({
  p50: quantile(0.5, metric),
  p95: quantile(0.95, metric),
  p99: quantile(0.99, metric),
})

const calls: Dashboard = {
  name: 'calls',
  title: 'Gatehouse: calls',
  panels: [
    {
      title: 'Calls by outcome',
      unit: 'reqps',
      queries: { '{{end}}': 'sum by (end) (rate(gatehouse_calls_total[5m]))' },
    },
    {
      title: 'Answers by status',
      unit: 'reqps',
      queries: {
        '{{status}}':
          'sum by (status) (rate({__name__=~"gatehouse_http_request_duration_seconds_count|gatehouse_http_requests_rejected_early_total",service="gateway",route=~"/llm/.*"}[5m]))',
      },
    },
    { title: 'Time added by the gateway', unit: 's', queries: quantiles('gatehouse_call_added_seconds') },
    {
      title: 'Time to the first token',
      unit: 's',
      queries: quantiles('gen_ai_server_time_to_first_token_seconds'),
    },
    { title: 'Whole call', unit: 's', queries: quantiles('gen_ai_server_request_duration_seconds') },
    {
      title: 'Tokens',
      unit: 'short',
      queries: { '{{type}}': 'sum by (type) (rate(gen_ai_client_token_usage_total[5m]))' },
    },
    {
      title: 'Open calls',
      unit: 'short',
      queries: { '{{instance}}': 'sum by (instance) (gatehouse_calls_open)' },
    },
    {
      title: 'Bytes held for open calls',
      unit: 'bytes',
      queries: { '{{instance}}': 'sum by (instance) (gatehouse_call_bytes_held)' },
    },
  ],
}

const money: Dashboard = {
  name: 'money',
  title: 'Gatehouse: money',
  panels: [
    {
      title: 'Settlement of a batch',
      unit: 's',
      queries: quantiles('gatehouse_settle_batch_duration_seconds'),
    },
    {
      title: 'Charges that are not durable yet',
      unit: 'short',
      queries: { pending: 'sum(gatehouse_settle_pending)' },
    },
    {
      title: 'Charges given up',
      unit: 'reqps',
      queries: { 'given up': 'sum(rate(gatehouse_settle_given_up_total[5m]))' },
    },
    {
      title: 'Accounts that break an invariant',
      unit: 'short',
      queries: { '{{invariant}}': 'max by (invariant) (gatehouse_ledger_drift)' },
    },
    {
      title: 'Age of the last reconciliation',
      unit: 's',
      queries: { age: 'time() - max(gatehouse_ledger_reconciled_timestamp_seconds)' },
    },
    {
      title: 'Payment events that wait',
      unit: 'short',
      queries: {
        pending: 'max(gatehouse_payment_events_pending)',
        quarantined: 'max(gatehouse_payment_events_quarantined)',
      },
    },
    {
      title: 'Oldest payment event that waits',
      unit: 's',
      queries: { age: 'max(gatehouse_payment_events_oldest_pending_seconds)' },
    },
    {
      title: 'Oldest parked call',
      unit: 's',
      queries: { age: 'max(gatehouse_parked_calls_oldest_seconds)' },
    },
  ],
}

const dependencies: Dashboard = {
  name: 'dependencies',
  title: 'Gatehouse: dependencies',
  panels: [
    {
      title: 'Busy connections to Postgres',
      unit: 'short',
      queries: { '{{pool}}': 'sum by (pool) (gatehouse_postgres_connections{state="busy"})' },
    },
    {
      title: 'Callers that wait for a connection',
      unit: 'short',
      queries: { '{{pool}}': 'sum by (pool) (gatehouse_postgres_connections{state="waiting"})' },
    },
    {
      title: 'Failures of Postgres',
      unit: 'reqps',
      queries: {
        '{{pool}} {{cause}}':
          'sum by (pool, cause) (rate(gatehouse_postgres_failures_total[5m])) or 0 * sum(gatehouse_postgres_connections)',
      },
    },
    {
      title: 'Gateways that use Redis',
      unit: 'short',
      queries: { '{{instance}}': 'sum by (instance) (gatehouse_limits_redis_used)' },
    },
    {
      title: 'Admissions without Redis',
      unit: 'reqps',
      queries: {
        '{{outcome}}':
          'sum by (outcome) (rate(gatehouse_limits_admissions_without_redis_total[5m])) or 0 * sum(gatehouse_limits_redis_used)',
      },
    },
    {
      title: 'Clock offset to Postgres',
      unit: 's',
      queries: { '{{instance}}': 'max by (instance) (gatehouse_clock_offset_seconds)' },
    },
    {
      title: 'Delay of the event loop, p99',
      unit: 's',
      queries: {
        '{{service}} {{instance}}': 'max by (service, instance) (nodejs_eventloop_lag_p99_seconds)',
      },
    },
    {
      title: 'Heap in use',
      unit: 'bytes',
      queries: { '{{service}} {{instance}}': 'max by (service, instance) (nodejs_heap_size_used_bytes)' },
    },
    {
      title: 'Releases',
      unit: 'short',
      queries: { '{{release}}': 'count by (release) (gatehouse_build_info)' },
    },
    { title: 'Schema', unit: 'short', queries: { version: 'max(gatehouse_schema_version)' } },
  ],
}

const background: Dashboard = {
  name: 'background',
  title: 'Gatehouse: background work',
  panels: [
    {
      title: 'Waiting tasks',
      unit: 'short',
      queries: { '{{kind}}': 'max by (kind) (gatehouse_tasks_waiting)' },
    },
    {
      title: 'Oldest task that is ready',
      unit: 's',
      queries: { '{{kind}}': 'max by (kind) (gatehouse_tasks_oldest_ready_seconds)' },
    },
    {
      title: 'Attempts by outcome',
      unit: 'reqps',
      queries: { '{{outcome}}': 'sum by (outcome) (rate(gatehouse_task_attempts_total[5m]))' },
    },
    {
      title: 'Duration of attempts, p95',
      unit: 's',
      queries: { '{{kind}}': quantile(0.95, 'gatehouse_task_attempt_seconds', 'kind') },
    },
    {
      title: 'Breakers of models (2 is open)',
      unit: 'short',
      queries: { '{{alias}}': 'max by (alias) (gatehouse_model_breaker_state)' },
    },
  ],
}

const objectivesDashboard: Dashboard = {
  name: 'objectives',
  title: 'Gatehouse: objectives',
  panels: objectives.map((objective) => ({
    title: `Bad share of: ${objective.what} (target ${objective.target * 100} %)`,
    unit: 'percentunit',
    queries: {
      '5 minutes': ratioName(objective, '5m'),
      '1 hour': ratioName(objective, '1h'),
      '3 days': ratioName(objective, '3d'),
    },
  })),
}

export const dashboards: readonly Dashboard[] = [calls, money, dependencies, background, objectivesDashboard]

const [columns, width, height] = [2, 12, 8]

/** The model that Grafana imports. */
export function toGrafana({ name, title, panels }: Dashboard) {
  const datasource = { type: 'prometheus', uid: '${datasource}' }
  return {
    uid: `gatehouse-${name}`,
    title,
    tags: ['gatehouse'],
    schemaVersion: 39,
    editable: false,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels: panels.map((panel, index) => ({
      id: index + 1,
      type: 'timeseries',
      title: panel.title,
      datasource,
      gridPos: {
        x: (index % columns) * width,
        y: Math.floor(index / columns) * height,
        w: width,
        h: height,
      },
      fieldConfig: { defaults: { unit: panel.unit, min: 0 }, overrides: [] },
      targets: Object.entries(panel.queries).map(([legendFormat, expr], query) => ({
        refId: String.fromCharCode(65 + query),
        datasource,
        expr,
        legendFormat,
      })),
    })),
  }
}
