import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'

/** From where somebody came, for the audit log. */
export type LoginActor = Pick<AuditEntry, 'clientAddress' | 'requestId'>
