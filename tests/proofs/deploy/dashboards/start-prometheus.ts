// A Prometheus that runs the shipped configuration and rules; only the targets and paths are filled in.
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { createRunDirectory } from '@gatehouse/testkit/run-directory'
import { startServer } from '@gatehouse/testkit/server-process'
import { parse, stringify } from 'yaml'
import { z } from 'zod'

const deployed = fileURLToPath(new URL('../../../../deploy/', import.meta.url))
export const rulesFile = join(deployed, 'chart/alerts.yaml')

type Sample = { labels: Readonly<Record<string, string>>; value: number }

export type Prometheus = {
  /** Evaluates an expression now; throws if Prometheus rejects it. */
  query(expression: string): Promise<Sample[]>
  /** The state of each alert that is pending or firing. */
  alerts(): Promise<ReadonlyMap<string, string>>
  /** Targets that were scraped without an error. */
  healthyTargets(): Promise<number>
}

const configSchema = z.looseObject({ scrape_configs: z.array(z.looseObject({ job_name: z.string() })) })
const program = '/usr/bin/prometheus'

export async function hasPrometheus(): Promise<boolean> {
  return access(program).then(
    () => true,
    () => false,
  )
}

export async function startPrometheus(
  scope: AsyncDisposableStack,
  targets: readonly string[],
): Promise<Prometheus> {
  const runDirectory = await createRunDirectory('prometheus')
  const port = await findFreePort()
  const config = configSchema.parse(parse(await readFile(join(deployed, 'compose/prometheus.yml'), 'utf8')))
  const filled = {
    ...config,
    rule_files: [rulesFile],
    scrape_configs: config.scrape_configs.map((job) => Object.assign(job, { static_configs: [{ targets }] })),
  }
  const configFile = join(runDirectory, 'prometheus.yml')
  await mkdir(join(runDirectory, 'data'))
  await writeFile(configFile, stringify(filled))
  const url = `http://127.0.0.1:${port}`
  const server = await startServer({
    name: 'Prometheus',
    program,
    args: [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${join(runDirectory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    runDirectory,
    logFile: join(runDirectory, 'server.log'),
    stopSignal: 'SIGTERM',
    isReady: async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok ?? false,
  })
  scope.use(server)
  const get = async (path: string) => (await fetch(`${url}/api/v1/${path}`)).json()
  return {
    async query(expression) {
      const answer = vectorSchema.parse(await get(`query?query=${encodeURIComponent(expression)}`))
      if (answer.status !== 'success') throw new Error(`${expression}: ${answer.error ?? 'failed'}`)
      return (answer.data?.result ?? []).map(({ metric, value }) => ({
        labels: metric,
        value: Number(value[1]),
      }))
    },
    async alerts() {
      const { data } = alertsSchema.parse(await get('alerts'))
      const states = new Map<string, string>()
      // An alert can fire for one service while it is pending for another.
      for (const { labels, state } of data.alerts)
        if (states.get(labels.alertname) !== 'firing') states.set(labels.alertname, state)
      return states
    },
    async healthyTargets() {
      const { data } = targetsSchema.parse(await get('targets'))
      return data.activeTargets.filter(({ health }) => health === 'up').length
    },
  }
}

const vectorSchema = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z
    .object({
      result: z.array(
        z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
      ),
    })
    .optional(),
})
const alertsSchema = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.looseObject({ alertname: z.string() }) })),
  }),
})
const targetsSchema = z.object({
  data: z.object({ activeTargets: z.array(z.object({ health: z.string() })) }),
})
