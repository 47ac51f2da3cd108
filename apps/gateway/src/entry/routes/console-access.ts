import type { CrossOrigin } from '@gatehouse/http/cross-origin'
import { createServiceNames } from '@gatehouse/models/service-names'
import type { GatewayConfig } from '../../config.ts'

const rateHeaders = ['limit', 'remaining', 'reset'].flatMap((figure) =>
  ['requests', 'tokens'].map((what) => `x-ratelimit-${figure}-${what}`),
)

/** What pages of the console may send to the gateway and read from its answers; undefined if no origin is configured. */
export function consoleAccess({
  consoleOrigin,
  servicePrefix,
}: Pick<GatewayConfig, 'consoleOrigin' | 'servicePrefix'>): CrossOrigin | undefined {
  if (consoleOrigin === undefined) return undefined
  const { header } = createServiceNames(servicePrefix)
  return {
    origin: consoleOrigin,
    pathPrefix: '/llm/v1/',
    requestHeaders: ['authorization', 'content-type', 'idempotency-key', header('dry-run')],
    answerHeaders: [
      'x-request-id',
      header('credits-charged'),
      header('credits-balance'),
      header('idempotent-replay'),
      ...rateHeaders,
      'retry-after',
      'retry-after-ms',
      'x-should-retry',
      'server-timing',
    ],
  }
}
