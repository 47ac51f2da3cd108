import type { ApiKey } from './api-key.ts'

export type KeyQuestion = { hashes: readonly Buffer[]; ids: readonly string[] }

/** A key as it was when it was asked for, in any status. */
export type FoundKey = { key: ApiKey; hash: Buffer }

/** All keys with one of the hashes or ids, in one question to the database. */
export type FindKeys = (question: KeyQuestion) => Promise<readonly FoundKey[]>

/** Notes that the keys were used at these moments. */
export type TouchKeys = (uses: readonly KeyUse[]) => Promise<void>

export type KeyUse = { keyId: string; at: Date }
