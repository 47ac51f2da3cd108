import type { RequestContext } from '@gatehouse/http/request-context'
import type { CallerKey } from '@gatehouse/keys/key-ports'
import type { ByteAccount } from './admission/byte-budget.ts'
import type { StoredCall } from './admission/claim-call.ts'
import type { DryRun } from './admission/dry-run.ts'
import type { Client } from './answer/client.ts'
import type { Timings } from './timings.ts'

/** A call whose key is valid and has the required scope. */
export type ReceivedCall = {
  id: string
  key: CallerKey
  body: Buffer
  contentType: string | undefined
  context: RequestContext
  timings: Timings
  isDryRun: boolean
  idempotencyKey: string | undefined
  /** The memory that the call holds. */
  bytes: ByteAccount
  /** Company on whose behalf the platform makes the call. */
  concernedCompanyId?: string | undefined
  sink: AnswerSink
}

/** The three ways in which a call can be answered. */
export type AnswerSink = {
  /**
   * Opens the client for the call's answer. Must not be called before the call is admitted: until then, refusals are
   * thrown.
   */
  open(): Client
  sendDryRun(outcome: DryRun): unknown
  replay(stored: StoredCall): unknown
}
