// Checks whether a deployment has come up: the documented 20 attempts on /health, 3 seconds apart, 60 seconds in total. The last
// attempt polls until the 60 seconds are over, so that a service which comes up in the last three seconds is found too.
import { type Clock, sleep } from '@gatehouse/runtime/clock'

export type HealthAnswer =
  | { kind: 'healthy' }
  | { kind: 'unhealthy'; detail: string }
  | { kind: 'unreachable'; detail: string }

export type VerifyDeps = {
  clock: Clock
  /** `limitMs` is a whole number of at least 1, because timers do not accept fractions. */
  checkHealth: (limitMs: number) => Promise<HealthAnswer>
  onAttempt: (attempt: number, answer: HealthAnswer) => void
  stopRequested: AbortSignal
}

export type VerifyOutcome = { isHealthy: boolean; attempts: number; tookMs: number }

export const attemptsMax = 20
const intervalMs = 3_000
const pauseInLastAttemptMs = 250

export async function verifyDeploy(deps: VerifyDeps): Promise<VerifyOutcome> {
  const { clock, onAttempt, stopRequested } = deps
  const startedMs = clock.monotonicMs()
  const outcome = (isHealthy: boolean, attempts: number) => ({
    isHealthy,
    attempts,
    tookMs: clock.monotonicMs() - startedMs,
  })
  for (let attempt = 1; ; attempt += 1) {
    // The end of each attempt is measured from the start of the command, so that late timers do not add up and cost an
    // attempt.
    const untilMs = startedMs + attempt * intervalMs
    const isLast = attempt === attemptsMax
    const answer = isLast
      ? await pollUntil(deps, untilMs)
      : await deps.checkHealth(limitUntil(clock, untilMs))
    onAttempt(attempt, answer)
    if (answer.kind === 'healthy') return outcome(true, attempt)
    if (!isLast) await sleep(clock, Math.max(0, untilMs - clock.monotonicMs()), stopRequested)
    if (isLast || stopRequested.aborted) return outcome(false, attempt)
  }
}

async function pollUntil(
  { clock, checkHealth, stopRequested }: VerifyDeps,
  untilMs: number,
): Promise<HealthAnswer> {
  for (;;) {
    const answer = await checkHealth(limitUntil(clock, untilMs))
    const leftMs = untilMs - clock.monotonicMs()
    if (answer.kind === 'healthy' || leftMs < 1 || stopRequested.aborted) return answer
    await sleep(clock, Math.min(pauseInLastAttemptMs, leftMs), stopRequested)
  }
}

function limitUntil(clock: Clock, untilMs: number): number {
  return Math.max(1, Math.floor(untilMs - clock.monotonicMs()))
}

export function describeAnswer(answer: HealthAnswer): string {
  return answer.kind === 'healthy' ? 'healthy' : `${answer.kind}: ${answer.detail}`
}
