import { createAddressWindows } from '@gatehouse/limits/address-windows'
import { createAddressLimit } from '@gatehouse/limits/create-address-limit'
import { Fault } from '@gatehouse/runtime/fault'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { BackendConfig } from '../config.ts'

/**
 * Returns the fault if the address has exceeded its limit. A request whose address is unknown, because its connection
 * has closed, is not refused.
 */
export type RefuseAddress = (address: string | undefined) => Promise<Fault | undefined>

/**
 * Requests to the backend are counted separately from those to the gateway, so that a company's API calls do not use up
 * the requests of its users.
 */
export async function openAddressLimit(
  resources: ServiceResources,
  { addressRequestsPerMinute: limit }: Pick<BackendConfig, 'addressRequestsPerMinute'>,
  scope: AsyncDisposableStack,
): Promise<RefuseAddress> {
  const { redis } = resources
  const windows = await createAddressWindows({ redis, name: 'backend-address' })
  const reach = async () => void (await redis.ping())
  const addresses = createAddressLimit({ ...resources, windows, reach }, { limit })
  scope.defer(addresses.close)
  return async (address) => {
    if (address === undefined) return undefined
    const admission = await addresses.admit(address)
    return admission.kind === 'admitted' ? undefined : tooManyRequests(limit, admission.retryAfterMs)
  }
}

function tooManyRequests(limit: number, retryAfterMs: number): Fault {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000))
  return new Fault({
    kind: 'exhausted',
    code: 'http.too_many_requests',
    publicMessage: `This address sent more than ${limit} requests in a minute. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    retryAfterMs,
  })
}
