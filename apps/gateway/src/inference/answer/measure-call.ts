import type { GatewayMetrics } from '../../gateway-metrics.ts'
import type { AdmittedCall, OpenCall } from '../open-call.ts'

/** Counts a call that is over. */
export function measureCall(metrics: GatewayMetrics, { admitted, end }: OpenCall<AdmittedCall>): void {
  if (!end) return
  const { entry, endpoint, timings } = admitted
  const tookMs = timings.elapsedMs()
  const { firstByteMs } = timings
  metrics.observeCall({ operation: endpoint.operation, alias: entry.alias, end, tookMs, firstByteMs })
}
