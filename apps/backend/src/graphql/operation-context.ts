import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Viewer } from './access/viewer.ts'
import type { OperationDeps } from './operation-deps.ts'
import type { AccessCheck } from './websocket/watch-access.ts'

/** What a resolver receives in addition to its inputs. Lives for one request or one subscription. */
export type OperationContext = {
  viewer: Viewer
  deps: OperationDeps
  requestId: string
  /** Undefined if the connection closed before the address could be read. */
  clientAddress: string | undefined
  logger: Logger
  refreshCookie: LoginCookie
  /** Identifies a browser that has logged in before; outlives the session. */
  deviceCookie: LoginCookie
  /** Receives, once a subscription has been authorised, a function that checks whether it still is. */
  onAllowed?(check: AccessCheck): void
}

/** On a WebSocket, where no header can be set, the cookie is absent and setting it does nothing. */
export type LoginCookie = {
  read(): Secret | undefined
  set(token: Secret, expiresAt: Date): void
  clear(): void
}
