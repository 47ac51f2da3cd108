// CPU time that a proxy uses per call, at saturation.
import { runClosedLoop } from './closed-loop.ts'
import { readCpuMicros } from '../../kit/cpu-time.ts'
import type { Proxy } from './start-proxies.ts'

export type Mode = 'json' | 'stream'

export type Cost = {
  calls: number
  perSecond: number
  /** CPU time of all threads of the process. */
  cpuMicros: number
}

export type CostOptions = {
  mode: Mode
  warmUpMs: number
  measureMs: number
  /** Share of calls that may fail: on a stalled machine the gateway rightly sheds load. */
  failedShareMax: number
  /** By default as many as keep the process saturated. */
  connections?: number
}

const saturating = { json: 64, stream: 256 }

export async function measureCost(proxy: Proxy, options: CostOptions): Promise<Cost> {
  const { mode, warmUpMs, measureMs, failedShareMax, connections = saturating[mode] } = options
  const body = JSON.stringify({ ...(JSON.parse(proxy.body) as object), stream: mode === 'stream' })
  let cpuMicros = Number.NaN
  const { calls, failed, seconds } = await runClosedLoop(
    { ...proxy, body },
    {
      connections,
      warmUpMs,
      measureMs,
      onMeasure(edge) {
        cpuMicros = readCpuMicros(proxy.pid) - (edge === 'begin' ? 0 : cpuMicros)
      },
    },
  )
  if (calls === 0 || failed > calls * failedShareMax)
    throw new Error(`${failed} of ${calls} calls failed at port ${proxy.port}`)
  return { calls, perSecond: calls / seconds, cpuMicros: cpuMicros / calls }
}
