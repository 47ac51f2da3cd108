// Whether a deployment came up: the documented 20 attempts, 3 seconds apart, 60 seconds in all, on /health.
import { type Clock, sleep } from '@gatehouse/runtime/clock'

export type HealthAnswer =
  | { kind: 'healthy' }
  | { kind: 'unhealthy'; detail: string }
  | { kind: 'unreachable'; detail: string }

export type VerifyDeps = {
  clock: Clock
  askHealth: (limitMs: number) => Promise<HealthAnswer>
  onAttempt: (attempt: number, answer: HealthAnswer) => void
  stopRequested: AbortSignal
}

export type VerifyOutcome = { isHealthy: boolean; attempts: number; tookMs: number }

const attemptsMax = 20
const intervalMs = 3_000
const totalMs = 60_000

export async function verifyDeploy({
  clock,
  askHealth,
  onAttempt,
  stopRequested,
}: VerifyDeps): Promise<VerifyOutcome> {
  const startedMs = clock.monotonicMs()
  const elapsedMs = () => clock.monotonicMs() - startedMs
  for (let attempt = 1; ; attempt += 1) {
    const attemptStartedMs = elapsedMs()
    // An attempt may take its whole interval, but no attempt outlives the total.
    const answer = await askHealth(Math.min(intervalMs, totalMs - attemptStartedMs))
    onAttempt(attempt, answer)
    if (answer.kind === 'healthy') return { isHealthy: true, attempts: attempt, tookMs: elapsedMs() }
    const pauseMs = Math.max(0, attemptStartedMs + intervalMs - elapsedMs())
    const isOver = attempt >= attemptsMax || elapsedMs() + pauseMs >= totalMs
    if (!isOver) await sleep(clock, pauseMs, stopRequested)
    if (isOver || stopRequested.aborted) return { isHealthy: false, attempts: attempt, tookMs: elapsedMs() }
  }
}

export function describeAnswer(answer: HealthAnswer): string {
  return answer.kind === 'healthy' ? 'healthy' : `${answer.kind}: ${answer.detail}`
}
