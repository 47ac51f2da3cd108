import { createAddressWindows } from '@gatehouse/limits/address-windows'
import { createAddressLimit } from '@gatehouse/limits/create-address-limit'
import { Fault } from '@gatehouse/runtime/fault'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { BackendConfig } from './config.ts'

/** Why a request of this address is refused, if it is. An address that could not be found out any more is not refused. */
export type RefuseAddress = (address: string | undefined) => Promise<Fault | undefined>

/** Counted apart from the gateway's limit, so that a company's calls do not use up what its people may ask. */
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
    publicMessage: `There were more than ${limit} requests a minute from this address. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    retryAfterMs,
  })
}
