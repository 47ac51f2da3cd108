// The outcome of a batch of calls for the settlement.
export type BatchOutcome =
  /** The batch is durable; contains the new balance of each company in it. */
  | { kind: 'settled'; accounts: readonly AccountState[] }
  /** Nothing was changed, because these calls were already closed. */
  | { kind: 'known'; calls: readonly KnownCall[] }

export type AccountState = { companyId: string; balanceMicros: bigint; version: bigint }

export type CallStatus = 'SUCCEEDED' | 'FAILED' | 'PARKED'

/** `isOwn` if the requesting lane charged the call, in a batch whose reply was lost. */
export type KnownCall = { id: string; status: CallStatus; isOwn: boolean }
