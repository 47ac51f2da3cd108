import type { RequestContext } from '@gatehouse/http/request-context'
import type { GatewayMetrics } from '../../gateway-metrics.ts'
import type { AdmittedCall, OpenCall } from '../open-call.ts'

/**
 * Counts a call that has ended. A parked call is logged as an error, which pages an operator to decide on its charge.
 */
export function measureCall(
  metrics: GatewayMetrics,
  { logger }: Pick<RequestContext, 'logger'>,
  { admitted, end }: OpenCall<AdmittedCall>,
): void {
  if (!end) return
  const { id, entry, endpoint, timings } = admitted
  const tookMs = timings.elapsedMs()
  const { firstByteMs } = timings
  metrics.observeCall({ operation: endpoint.operation, alias: entry.alias, end, tookMs, firstByteMs })
  if (end.kind === 'parked') {
    const { reason, usage } = end
    logger.error('call parked instead of charged', {
      call_id: id,
      alias: entry.alias,
      reason,
      ...usage,
    })
  }
}
