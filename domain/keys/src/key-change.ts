import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Secret } from '@gatehouse/runtime/secret'
import type { ApiKey } from './api-key.ts'

/** The author of a change, for the audit log. */
export type KeyActor = Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>

/** The raw key is returned only here and cannot be retrieved later. */
export type MintedKey = { key: ApiKey; rawKey: Secret }
