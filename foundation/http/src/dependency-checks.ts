// Asks the things a service depends on whether they answer. Probes come from several sides at once and often:
// one question serves all who ask within a short time, nobody waits longer than the limit, and a dependency that
// does not answer is not asked again before the last question has ended.
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
  const questions = names.map((name) => [name, oneAtATime(checks[name])] as const)
  let answer: Promise<Readonly<Record<Name, CheckResult>>> | undefined
  let askedAtMs = 0
  let isPending = false

  async function ask(): Promise<Readonly<Record<Name, CheckResult>>> {
    isPending = true
    const results = await Promise.all(
      questions.map(async ([name, question]) => [name, await check(clock, question)]),
    )
    isPending = false
    return Object.fromEntries(results) as Record<Name, CheckResult>
  }

  return {
    run() {
      const nowMs = clock.monotonicMs()
      if (!answer || (!isPending && nowMs - askedAtMs > freshForMs)) {
        askedAtMs = nowMs
        answer = ask()
      }
      return answer
    },
  }
}

/** While a question is open, whoever asks waits for its answer. */
function oneAtATime(ask: () => Promise<unknown>): () => Promise<unknown> {
  let open: Promise<unknown> | undefined
  return () => {
    open ??= ask().finally(() => {
      open = undefined
    })
    return open
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
