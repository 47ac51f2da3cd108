// Sends calls until they no longer become cheaper. The compiler still optimises after tens of thousands of calls, and a
// measurement that begins earlier measures the compiler.
import { type Mode, measureCost } from './measure-cost.ts'
import type { Proxy } from './start-proxies.ts'

const callsMin = 15_000
const stepMs = 2_000
const stepsMax = 25
// The cost has stopped falling when this many steps in a row were not cheaper than the cheapest before them by more than
// the noise of a quiet machine.
const stepsWithoutGain = 3
const gainMin = 0.03

export type Warmth = {
  calls: number
  /** CPU time per call, step by step. */
  cpuMicros: number[]
  isSettled: boolean
}

export async function warmUp(proxy: Proxy, mode: Mode): Promise<Warmth> {
  const cpuMicros: number[] = []
  let calls = 0
  let cheapest = Infinity
  let withoutGain = 0
  while (cpuMicros.length < stepsMax && (calls < callsMin || withoutGain < stepsWithoutGain)) {
    const cost = await measureCost(proxy, { mode, warmUpMs: 0, measureMs: stepMs, failedShareMax: 0 })
    calls += cost.calls
    cpuMicros.push(cost.cpuMicros)
    withoutGain = cost.cpuMicros < cheapest * (1 - gainMin) ? 0 : withoutGain + 1
    cheapest = Math.min(cheapest, cost.cpuMicros)
  }
  return { calls, cpuMicros, isSettled: withoutGain >= stepsWithoutGain }
}

export function describeWarmth({ calls, cpuMicros, isSettled }: Warmth): string {
  const steps = cpuMicros.map((micros) => micros.toFixed(0)).join(' ')
  return `${calls} calls at ${steps} µs${isSettled ? '' : ', and the cost was still falling'}`
}
