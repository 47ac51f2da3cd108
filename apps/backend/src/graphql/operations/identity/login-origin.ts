import type { LoggedIn, LoginOrigin } from '@gatehouse/identity/log-in'
import { addressRange } from '@gatehouse/limits/address-range'
import type { OperationContext } from '../../operation-context.ts'

export function loginOrigin({ clientAddress = 'unknown', deviceCookie }: OperationContext): LoginOrigin {
  return { addressRange: addressRange(clientAddress), deviceToken: deviceCookie.read() }
}

/** Sets both cookies: the session's refresh token, and the device token that makes this device a known one. */
export function setLoginCookies(
  { refreshCookie, deviceCookie }: OperationContext,
  { refresh, device }: Pick<LoggedIn, 'refresh' | 'device'>,
): void {
  refreshCookie.set(refresh.token, refresh.expiresAt)
  deviceCookie.set(device.token, device.expiresAt)
}
