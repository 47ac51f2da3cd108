import type { Ids } from '@gatehouse/runtime/ids'
import type { Transaction } from '@gatehouse/schema/database'

export type AuditEntry = {
  companyId: string | null
  actor: { kind: 'user' | 'key' | 'service' | 'operator'; id: string }
  /** `noun.verb`, such as `company.create`. */
  action: `${string}.${string}`
  subject: { kind: string; id: string }
  /** What changed. Kept permanently, so it must not contain secrets. */
  details?: Readonly<Record<string, unknown>>
  clientAddress?: string
  requestId?: string
}

/** Who made a change, and from where. */
export type AuditActor = Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>

/** Takes a transaction, not a pool: the entry is written with the change it describes or not at all. */
export async function recordAuditEntry(ids: Ids, tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: ids.uuid(),
      company_id: entry.companyId,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      details: JSON.stringify(entry.details ?? {}),
      client_address: entry.clientAddress ?? null,
      request_id: entry.requestId ?? null,
    })
    .execute()
}
