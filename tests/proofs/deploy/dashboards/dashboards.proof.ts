import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { alertGroups } from '@gatehouse/observability/alerts'
import { composeFiles } from '@gatehouse/observability/compose-files'
import { dashboards } from '@gatehouse/observability/dashboards'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'
import { provoked } from './alert-drills.ts'
import { type ObservedPlatform, startObservedPlatform } from './observed-platform.ts'
import type { Provocation } from './provocations.ts'
import { type Prometheus, hasPrometheus, rulesFile, startPrometheus } from './start-prometheus.ts'

const alerts = Object.values(alertGroups).flat()
const panels = dashboards.flatMap((dashboard) => dashboard.panels.map((panel) => ({ ...panel, dashboard })))
const deployed = fileURLToPath(new URL('../../../../deploy/', import.meta.url))
const run = promisify(execFile)
// Five scrapes: rates need two, and the recording rules are evaluated once a minute.
const warmUpMs = 150_000
// Longer than the alert's own minute and the two evaluations around it.
const outageMs = 200_000

export const proof: Proof = {
  name: 'dashboards',
  tier: 'daily',
  claim:
    'every expression of the shipped dashboards and alerts has data, and every alert fires in its example and ends after it',
  bar:
    '0 expressions that fail or are empty under load, 0 alerts without a passing unit test; BackupTooOld, LedgerDrift and ' +
    'DatabaseAway fire when they are provoked and end with their cause (short: the files are current and the unit tests pass)',
  async run(context) {
    if (!(await hasPrometheus()))
      return notMeasured('Prometheus is not installed (Debian: apt install prometheus)')
    const stale = await findStale()
    const failed = await testRules(context)
    const files = `${stale.length} stale files, ${failed} of ${alerts.length} alerts fail their unit test`
    const areFilesRight = stale.length + failed === 0
    if (context.isShort) return judged({ figure: files, isPassed: areFilesRight })
    await using scope = new AsyncDisposableStack()
    const platform = await startObservedPlatform(scope)
    const prometheus = await startPrometheus(scope, platform.targets)
    context.progress(`${platform.targets.length} services are scraped under load for ${warmUpMs / 1_000} s`)
    await pause(warmUpMs)
    const empty = await findEmpty(prometheus, context)
    const expressions = countExpressions()
    const drills = await runDrills(prometheus, platform, context)
    return judged({
      figure: `${empty} of ${expressions} expressions empty; ${files}; ${drills.figure}`,
      isPassed: areFilesRight && empty === 0 && drills.isPassed,
    })
  },
}

async function findStale(): Promise<string[]> {
  const stale: string[] = []
  for (const [path, content] of composeFiles()) {
    const current = await readFile(deployed + path, 'utf8').catch(() => '')
    if (current !== content) stale.push(path)
  }
  return stale
}

/** Resolves to the number of alerts that do not behave as their examples say. */
async function testRules({ progress }: ProofContext): Promise<number> {
  await run('promtool', ['check', 'rules', rulesFile])
  try {
    await run('promtool', ['test', 'rules', `${deployed}observability/alerts.test.yaml`])
    return 0
  } catch (thrown) {
    const text = thrown instanceof Error && 'stderr' in thrown ? String(thrown.stderr) : String(thrown)
    progress(text)
    return Math.max(1, alerts.filter(({ name }) => text.includes(`alertname: ${name}`)).length)
  }
}

const allExpressions = () => [
  ...alerts.map(({ name, measure }) => ({ where: `alert ${name}`, expression: measure })),
  ...panels.flatMap(({ title, queries, dashboard }) =>
    Object.values(queries).map((expression) => ({ where: `${dashboard.title}, ${title}`, expression })),
  ),
]
const countExpressions = () => allExpressions().length

async function findEmpty(prometheus: Prometheus, { progress }: ProofContext): Promise<number> {
  let empty = 0
  for (const { where, expression } of allExpressions()) {
    const samples = await prometheus.query(expression)
    if (samples.some(({ value }) => !Number.isNaN(value))) continue
    empty += 1
    progress(`no data: ${where}: ${expression}`)
  }
  return empty
}

type Drilled = { name: string; firedAfterS: number; endedAfterS: number }

/** One alert after the other is provoked: it must fire, and end with its cause. */
async function runDrills(
  prometheus: Prometheus,
  platform: ObservedPlatform,
  { progress }: ProofContext,
): Promise<{ figure: string; isPassed: boolean }> {
  const drilled: Drilled[] = []
  const failed: string[] = []
  for (const [name, provocation] of Object.entries(provoked)) {
    const outcome = await drill(prometheus, { name, provocation, platform })
    if (typeof outcome === 'string') failed.push(outcome)
    else drilled.push(outcome)
    progress(typeof outcome === 'string' ? outcome : describeDrill(outcome))
  }
  return {
    figure: [...drilled.map(describeDrill), ...failed].join('; '),
    isPassed: failed.length === 0,
  }
}

function describeDrill({ name, firedAfterS, endedAfterS }: Drilled): string {
  return `${name} fired after ${firedAfterS} s, ended after ${endedAfterS} s`
}

type Drill = { name: string; provocation: Provocation; platform: ObservedPlatform }

async function drill(
  prometheus: Prometheus,
  { name, provocation, platform }: Drill,
): Promise<Drilled | string> {
  const isFiring = async () => (await prometheus.alerts()).get(name) === 'firing'
  if (await isFiring()) return `${name} fired before the drill`
  const becomes = async (isExpected: boolean) => {
    const startedMs = performance.now()
    await waitUntil(async () => (await isFiring()) === isExpected, { withinMs: outageMs, what: name })
    return Math.round((performance.now() - startedMs) / 1_000)
  }
  try {
    await provocation.begin(platform)
    const firedAfterS = await becomes(true)
    await provocation.end(platform)
    return { name, firedAfterS, endedAfterS: await becomes(false) }
  } catch (thrown) {
    return `${name} did not fire and end: ${String(thrown)}`
  }
}
