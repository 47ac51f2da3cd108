import { z } from 'zod'
import type { HealthAnswer } from './verify-deploy.ts'

const healthSchema = z.object({
  status: z.string(),
  checks: z.record(z.string(), z.object({ status: z.string() })).optional(),
})

/** Asks a service's /health once and reads what it says of itself. */
export async function askHealth(
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
  if (!health.success) return { kind: 'unhealthy', detail: 'the answer is not a health object' }
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
  if (thrown.name === 'TimeoutError') return 'no answer in time'
  return thrown.cause instanceof Error ? thrown.cause.message || 'connection refused' : thrown.message
}
