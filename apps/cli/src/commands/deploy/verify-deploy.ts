import { createSystemClock } from '@gatehouse/runtime/clock'
import { z } from 'zod'
import { type Command, UsageError } from '../../command.ts'
import { type HealthAnswer, attemptsMax, describeAnswer, verifyDeploy } from '../../verify-deploy.ts'

export const verifyDeployCommand: Command = {
  name: 'verify-deploy',
  usage: 'verify-deploy URL',
  summary:
    'waits until URL/health reports healthy: 20 attempts, 3 s apart, 60 s in total; otherwise exit code 1',
  async run(terminal, [url, ...rest]) {
    if (url === undefined || rest.length > 0 || !URL.canParse(url)) {
      throw new UsageError('name one service, such as: gatehouse verify-deploy http://127.0.0.1:8080')
    }
    const { isHealthy, attempts, tookMs } = await verifyDeploy({
      clock: createSystemClock(),
      checkHealth: (limitMs) => checkHealth(url, limitMs, terminal.stopRequested),
      onAttempt: (attempt, answer) =>
        terminal.print(`attempt ${attempt} of ${attemptsMax}: ${describeAnswer(answer)}`),
      stopRequested: terminal.stopRequested,
    })
    const took = `${attempts} attempts, ${(tookMs / 1_000).toFixed(1)} s`
    terminal.print(isHealthy ? `${url} is healthy (${took})` : `${url} did not become healthy (${took})`)
    return isHealthy ? 0 : 1
  },
}

const healthSchema = z.object({
  status: z.string(),
  checks: z.record(z.string(), z.object({ status: z.string() })).optional(),
})

/** Requests a service's /health once and reads the status it reports. */
export async function checkHealth(
  serviceUrl: string,
  limitMs: number,
  stopRequested?: AbortSignal,
): Promise<HealthAnswer> {
  const timeOver = AbortSignal.timeout(limitMs)
  let text: string
  try {
    const response = await fetch(`${serviceUrl.replace(/\/$/, '')}/health`, {
      signal: stopRequested ? AbortSignal.any([timeOver, stopRequested]) : timeOver,
    })
    text = await response.text()
    if (!response.ok) return { kind: 'unhealthy', detail: `status ${response.status}` }
  } catch (thrown) {
    return { kind: 'unreachable', detail: describeCause(thrown) }
  }
  const health = healthSchema.safeParse(parseJson(text))
  if (!health.success) return { kind: 'unhealthy', detail: 'the response is not a health report' }
  if (health.data.status === 'healthy') return { kind: 'healthy' }
  const failing = Object.entries(health.data.checks ?? {}).filter(([, check]) => check.status !== 'healthy')
  const names = failing.map(([name, check]) => `${name} is ${check.status}`).join(', ')
  return { kind: 'unhealthy', detail: names || `status is ${health.data.status}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describeCause(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  if (thrown.name === 'TimeoutError') return 'timed out'
  return thrown.cause instanceof Error ? thrown.cause.message || 'connection refused' : thrown.message
}
