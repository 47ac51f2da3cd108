import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'

/** Origin of a login, for the audit log. */
export type LoginActor = Pick<AuditEntry, 'clientAddress' | 'requestId'>
