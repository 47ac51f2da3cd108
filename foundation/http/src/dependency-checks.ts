// Checks whether the things a service depends on respond. Probes come often and from several callers concurrently: one
// check serves all callers within a short time, no caller waits longer than the limit, and a dependency that does not
// respond is not checked again until the previous check has ended.
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
  const names = Object.keys(checks) as Name[]
  const sharedChecks = names.map((name) => [name, shareInFlight(checks[name])] as const)
  let results: Promise<Readonly<Record<Name, CheckResult>>> | undefined
  let startedAtMs = 0
  let isPending = false

  async function runAll(): Promise<Readonly<Record<Name, CheckResult>>> {
    isPending = true
    const entries = await Promise.all(
      sharedChecks.map(async ([name, check]) => [name, await measure(clock, check)]),
    )
    isPending = false
    return Object.fromEntries(entries) as Record<Name, CheckResult>
  }

  return {
    run() {
      const nowMs = clock.monotonicMs()
      if (!results || (!isPending && nowMs - startedAtMs > freshForMs)) {
        startedAtMs = nowMs
        results = runAll()
      }
      return results
    },
  }
}

/** Callers that arrive while a check is in flight share its result. */
function shareInFlight(check: () => Promise<unknown>): () => Promise<unknown> {
  let inFlight: Promise<unknown> | undefined
  return () => {
    inFlight ??= check().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}

async function measure(clock: Clock, check: () => Promise<unknown>): Promise<CheckResult> {
  const startedMs = clock.monotonicMs()
  const latencyMs = () => Math.round((clock.monotonicMs() - startedMs) * 100) / 100
  try {
    await withinMs(clock, { limitMs, what: 'health check' }, check)
    return { status: 'healthy', latencyMs: latencyMs() }
  } catch {
    return { status: 'unhealthy', latencyMs: latencyMs() }
  }
}
