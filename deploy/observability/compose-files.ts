// Turns the alerts, objectives and dashboards into the files that Prometheus, promtool and Grafana read.
import { stringify } from 'yaml'
import type { Alert } from './alert.ts'
import { alertGroups } from './alerts.ts'
import { dashboards, toGrafana } from './dashboards.ts'
import { objectives, ratioName, windows } from './slos.ts'

const heading = (source: string) => `# Written by "pnpm alerts" from ${source}; change it there.\n`

/** File name relative to deploy/ → content. */
export function composeFiles(): ReadonlyMap<string, string> {
  const yaml = (source: string, content: object) =>
    heading(source) + stringify(content, { lineWidth: 0, aliasDuplicateObjects: false })
  return new Map([
    ['chart/alerts.yaml', yaml('alerts.ts and slos.ts', composeRules())],
    ['observability/alerts.test.yaml', yaml('the examples in alerts.ts and slos.ts', composeTests())],
    ...dashboards.map((dashboard): [string, string] => [
      `observability/dashboards/${dashboard.name}.json`,
      `${JSON.stringify(toGrafana(dashboard), undefined, 2)}\n`,
    ]),
  ])
}

export function composeRules() {
  const recording = objectives.flatMap((objective) =>
    windows.map((window) => ({ record: ratioName(objective, window), expr: objective.badRatio(window) })),
  )
  return {
    groups: [
      { name: 'ratios', rules: recording },
      ...Object.entries(alertGroups).map(([name, alerts]) => ({ name, rules: alerts.map(toRule) })),
    ],
  }
}

function toRule({ name, measure, condition, forMinutes, severity, summary, runbook }: Alert) {
  return {
    alert: name,
    expr: `${measure} ${condition}`,
    ...(forMinutes !== undefined && { for: `${forMinutes}m` }),
    labels: { severity },
    annotations: { summary, runbook: `docs/runbooks/${runbook}` },
  }
}

/** Unit tests of all alerts: each fires in its example at one minute and not at another. */
function composeTests() {
  const { objectives: burnRates = [], ...others } = alertGroups
  return {
    rule_files: ['../chart/alerts.yaml'],
    evaluation_interval: '1m',
    tests: [
      ...Object.values(others)
        .flat()
        .map((alert) => composeTest(alert.name, [alert])),
      // Together, because each test evaluates all rules for hours, and these examples do not disturb each other.
      composeTest('objectives', burnRates),
    ],
  }
}

function composeTest(name: string, alerts: readonly Alert[]) {
  const series = Object.assign({}, ...alerts.map(({ example }) => example.series)) as Record<string, string>
  return {
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    alert_rule_test: alerts.flatMap((alert) => {
      const { firesAtMinute, quietAtMinute, labels } = alert.example
      const { severity, summary, runbook } = alert
      const fired = {
        exp_labels: { severity, ...labels },
        exp_annotations: { summary, runbook: `docs/runbooks/${runbook}` },
      }
      return [
        { eval_time: `${quietAtMinute}m`, alertname: alert.name, exp_alerts: [] },
        { eval_time: `${firesAtMinute}m`, alertname: alert.name, exp_alerts: [fired] },
      ]
    }),
  }
}
