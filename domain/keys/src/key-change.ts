import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Secret } from '@gatehouse/runtime/secret'
import type { ApiKey } from './api-key.ts'

/** Who changes a key, for the audit log. */
export type KeyActor = Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>

/** The raw key is given out here and cannot be had again. */
export type MintedKey = { key: ApiKey; rawKey: Secret }
