// Asks the things a service depends on whether they answer. Probes come from several sides at once and often:
// one question serves all who ask within a short time, and no question waits longer than its limit.
import type { Clock } from '@gatehouse/runtime/clock'
import { withinMs } from '@gatehouse/runtime/deadline'

export type CheckResult = { status: 'healthy' | 'unhealthy'; latencyMs: number }

export type DependencyChecks<Name extends string> = {
  run(): Promise<Readonly<Record<Name, CheckResult>>>
}

const limitMs = 600
const freshForMs = 250

export function createDependencyChecks<Name extends string>(
  clock: Clock,
  checks: Readonly<Record<Name, () => Promise<unknown>>>,
): DependencyChecks<Name> {
  let answer: Promise<Readonly<Record<Name, CheckResult>>> | undefined
  let askedAtMs = 0

  async function ask(): Promise<Readonly<Record<Name, CheckResult>>> {
    const names = Object.keys(checks) as Name[]
    const results = await Promise.all(names.map(async (name) => [name, await check(clock, checks[name])]))
    return Object.fromEntries(results) as Record<Name, CheckResult>
  }

  return {
    run() {
      const nowMs = clock.monotonicMs()
      if (!answer || nowMs - askedAtMs > freshForMs) {
        askedAtMs = nowMs
        answer = ask()
      }
      return answer
    },
  }
}

async function check(clock: Clock, ask: () => Promise<unknown>): Promise<CheckResult> {
  const startedMs = clock.monotonicMs()
  const latencyMs = () => Math.round((clock.monotonicMs() - startedMs) * 100) / 100
  try {
    await withinMs(clock, { limitMs, what: 'health check' }, ask)
    return { status: 'healthy', latencyMs: latencyMs() }
  } catch {
    return { status: 'unhealthy', latencyMs: latencyMs() }
  }
}
