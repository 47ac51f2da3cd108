import type { ApiKey } from './api-key.ts'

export type KeyQuery = { hashes: readonly Buffer[]; ids: readonly string[] }

/** A key with the state of its company, as gateways need it. */
export type CallerKey = ApiKey & Readonly<{ isCompanySuspended: boolean }>

/** A key as it was read, in any status. */
export type FoundKey = { key: CallerKey; hash: Buffer }

/** Whether calls with the key may continue. `suspended` is the company's state and may end; `ended` is final. */
export type KeyStanding = 'live' | 'suspended' | 'ended'

/** Finds all keys with one of the hashes or ids, in one database query. */
export type FindKeys = (query: KeyQuery) => Promise<readonly FoundKey[]>

/** Records when the keys were last used. */
export type TouchKeys = (uses: readonly KeyUse[]) => Promise<void>

export type KeyUse = { keyId: string; at: Date }
