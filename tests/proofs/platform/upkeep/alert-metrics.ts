// Reads which metrics the runbooks and their alerts name. An alert on a metric that no process exports never fires, and
// its absence goes unnoticed.
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const runbooks = fileURLToPath(new URL('../../../../docs/runbooks/', import.meta.url))

/** Maps each metric to the runbooks that name it. */
export async function readAlertMetrics(): Promise<ReadonlyMap<string, readonly string[]>> {
  const named = new Map<string, string[]>()
  for await (const file of glob('*.md', { cwd: runbooks })) {
    const text = await readFile(runbooks + file, 'utf8')
    for (const [series] of text.matchAll(/\b(?:gatehouse|gen_ai|nodejs|process)_[a-z0-9_]+\b/g)) {
      // A histogram has the series name_bucket, name_count and name_sum.
      const name = series.replace(/_(?:bucket|count|sum)$/, '')
      named.set(name, [...new Set([...(named.get(name) ?? []), file])])
    }
  }
  return named
}

/** Names of all metrics in an answer of /metrics, with or without a value. */
export function exportedNames(metricsText: string): Set<string> {
  return new Set([...metricsText.matchAll(/^# TYPE (\S+) /gm)].flatMap(([, name = '']) => [name]))
}
/** Values by metric name; metrics without a value are left out. */
export function exportedValues(metricsText: string): Map<string, number[]> {
  const values = new Map<string, number[]>()
  for (const [, name = '', value] of metricsText.matchAll(/^([a-z_][a-z0-9_]*)(?:\{[^}]*\})? (\S+)$/gm))
    values.set(name, [...(values.get(name) ?? []), Number(value)])
  return values
}
