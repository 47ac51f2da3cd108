import type { LoggedIn, LoginOrigin } from '@gatehouse/identity/log-in'
import { addressRange } from '@gatehouse/limits/address-range'
import type { OperationContext } from '../../operation-context.ts'

export function loginOrigin({ clientAddress = 'unknown', deviceCookie }: OperationContext): LoginOrigin {
  return { addressRange: addressRange(clientAddress), deviceToken: deviceCookie.read() }
}

/** In the browser: the session, and that this device is known from now on. */
export function keepLogin(
  { refreshCookie, deviceCookie }: OperationContext,
  { refresh, device }: Pick<LoggedIn, 'refresh' | 'device'>,
): void {
  refreshCookie.set(refresh.token, refresh.expiresAt)
  deviceCookie.set(device.token, device.expiresAt)
}
