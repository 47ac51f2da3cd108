import type { RequestContext } from '@gatehouse/http/request-context'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { ByteAccount } from './admission/byte-budget.ts'
import type { StoredCall } from './admission/claim-call.ts'
import type { DryRun } from './admission/dry-run.ts'
import type { Client } from './answer/client.ts'
import type { Timings } from './timings.ts'

/** A call whose key is known to be live and to have the scope. */
export type AskedCall = {
  id: string
  key: ApiKey
  body: Buffer
  contentType: string | undefined
  context: RequestContext
  timings: Timings
  isDryRun: boolean
  idempotencyKey: string | undefined
  /** What the call holds of the process's memory. */
  bytes: ByteAccount
  /** For which company the platform makes it. */
  concernedCompanyId?: string | undefined
  face: AnswerFace
}

/** The three ways in which a call may be answered. */
export type AnswerFace = {
  /** Not before the call is admitted: until then a refusal is thrown. */
  open(): Client
  sendDryRun(outcome: DryRun): unknown
  replay(stored: StoredCall): unknown
}
