// What came of a batch of calls, as the settlement sees it.
export type BatchOutcome =
  /** Durable, with the new balance of each company concerned. */
  | { kind: 'settled'; accounts: readonly AccountState[] }
  /** Nothing was done, because these were closed before. */
  | { kind: 'known'; calls: readonly KnownCall[] }

export type AccountState = { companyId: string; balanceMicros: bigint; version: bigint }

export type CallStatus = 'SUCCEEDED' | 'FAILED' | 'PARKED'

/** `isOwn` if the lane that asks charged it, in a batch whose answer was lost. */
export type KnownCall = { id: string; status: CallStatus; isOwn: boolean }
