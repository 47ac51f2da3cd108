import type { ApiKey } from './api-key.ts'

export type KeyQuestion = { hashes: readonly Buffer[]; ids: readonly string[] }

/** A key as gateways know it: together with the state of its company. */
export type CallerKey = ApiKey & Readonly<{ isCompanySuspended: boolean }>

/** A key as it was when it was asked for, in any status. */
export type FoundKey = { key: CallerKey; hash: Buffer }

/** Whether calls with the key may go on. `suspended` is the company's state; it may end, `ended` is for good. */
export type KeyStanding = 'live' | 'suspended' | 'ended'

/** All keys with one of the hashes or ids, in one question to the database. */
export type FindKeys = (question: KeyQuestion) => Promise<readonly FoundKey[]>

/** Notes that the keys were used at these moments. */
export type TouchKeys = (uses: readonly KeyUse[]) => Promise<void>

export type KeyUse = { keyId: string; at: Date }
