import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Viewer } from './access/viewer.ts'
import type { OperationDeps } from './operation-deps.ts'
import type { AccessCheck } from './websocket/watch-access.ts'

/** What an operation is given besides its inputs. It lives as long as the request, or the subscription. */
export type OperationContext = {
  viewer: Viewer
  deps: OperationDeps
  requestId: string
  /** Undefined if the connection was gone before we could ask. */
  clientAddress: string | undefined
  logger: Logger
  refreshCookie: LoginCookie
  /** By which a browser that has logged in before is known; it stays when the session ends. */
  deviceCookie: LoginCookie
  /** Told how to find out whether a subscription that was allowed still is. */
  onAllowed?(check: AccessCheck): void
}

/** Where no header can be set, as on a WebSocket, it is absent and setting it does nothing. */
export type LoginCookie = {
  read(): Secret | undefined
  set(token: Secret, expiresAt: Date): void
  clear(): void
}
