import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { z } from 'zod'
import type { Manifest } from './render-chart.ts'

const ruleSchema = z.object({
  spec: z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            /** Absent for a recording rule. */
            alert: z.string().optional(),
            record: z.string().optional(),
            expr: z.string(),
            annotations: z.object({ runbook: z.string() }).optional(),
          }),
        ),
      }),
    ),
  }),
})

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The number of alerts, and one line per alert without a runbook or on a metric that no service has. */
export function checkAlerts(manifests: readonly Manifest[]): { alerts: number; faults: string[] } {
  const rules = manifests
    .filter(({ kind }) => kind === 'PrometheusRule')
    .flatMap((manifest) => ruleSchema.parse(manifest).spec.groups.flatMap((group) => group.rules))
  const source = readSource()
  const faults = rules.flatMap(({ alert, record, expr, annotations: { runbook } = { runbook: '' } }) => [
    ...(record !== undefined || existsSync(join(root, runbook))
      ? []
      : [`${alert}: the runbook ${runbook} does not exist`]),
    ...[...expr.matchAll(/\bgatehouse_\w+/g)]
      // A histogram has the metrics name_bucket, name_count and name_sum.
      .map(([metric]) => metric.replace(/_(?:bucket|count|sum)$/, ''))
      .filter((metric) => !new RegExp(String.raw`['"\`]${metric}['"\`]`).test(source))
      .map((metric) => `${alert ?? record}: no service has the metric ${metric}`),
  ])
  return { alerts: rules.filter(({ alert }) => alert !== undefined).length, faults }
}

function readSource(): string {
  const files = globSync('{apps,domain,foundation}/*/src/**/*.ts', { cwd: root })
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
}
