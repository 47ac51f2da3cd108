import type { Budget, ThreadReport } from './engine/thread-messages.ts'

const executionsMin = 10_000_000
const cpuMsMin = 4 * 3_600_000
/** An execution that takes longer than this may be judged by time. */
const slowMs = 1

const findingsMax = 10
const shortCpuMs = 3_500
/** Fewer would mean that the surface was hardly tried at all. */
const shortExecutionsMin = 100

/** FUZZ_MINUTES ends a long run early, for a machine that is needed for something else. */
export function toBudget({ isShort, minutes }: { isShort: boolean; minutes: string | undefined }): Budget {
  if (isShort) return { executionsMax: executionsMin, cpuMsMax: shortCpuMs, isTimeEnough: true, findingsMax }
  if (minutes !== undefined)
    return {
      executionsMax: executionsMin,
      cpuMsMax: Number(minutes) * 60_000,
      isTimeEnough: true,
      findingsMax,
    }
  return { executionsMax: executionsMin, cpuMsMax: cpuMsMin, isTimeEnough: false, findingsMax }
}

/** What is left of a budget after earlier runs. Minutes that were given for this run are not shortened. */
export function leftOf(
  budget: Budget,
  { executions, cpuMs }: Pick<ThreadReport, 'executions' | 'cpuMs'>,
): Budget {
  return {
    ...budget,
    executionsMax: Math.max(0, budget.executionsMax - executions),
    cpuMsMax: budget.isTimeEnough ? budget.cpuMsMax : Math.max(0, budget.cpuMsMax - cpuMs),
  }
}

export function reachedBar(
  { executions, cpuMs }: Pick<ThreadReport, 'executions' | 'cpuMs'>,
  isShort: boolean,
): boolean {
  if (isShort) return executions >= shortExecutionsMin
  return executions >= executionsMin || (cpuMs >= cpuMsMin && cpuMs / executions > slowMs)
}
