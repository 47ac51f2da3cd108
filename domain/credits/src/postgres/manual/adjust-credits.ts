import { type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { formatCredits } from '../../credit.ts'
import { type PostedTransfer, postTransfer } from '../post-transfer.ts'

export type Adjustment = {
  /** Chosen by the caller, so that a repeated request adjusts once. */
  id: string
  companyId: string
  /** Negative to remove credits. Not zero. */
  amountMicros: bigint
  reason: string
}

/** Adds or removes credits on behalf of a person, who gives a reason. */
export async function adjustCredits(
  { databases, ids }: { databases: Shards<Database>; ids: Ids },
  { id, companyId, amountMicros, reason }: Adjustment,
  by: Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>,
): Promise<PostedTransfer> {
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const isGift = amountMicros > 0n
      const posted = await postTransfer(ids, tx, {
        owner: { id: companyId, kind: 'COMPANY' },
        businessKey: `adj:${id}`,
        kind: isGift ? 'grant' : 'removal',
        type: 'ADJUSTMENT',
        amountMicros: isGift ? amountMicros : -amountMicros,
        reason,
      })
      if (posted.isNew) {
        await recordAuditEntry(ids, tx, {
          companyId,
          ...by,
          action: 'credits.adjust',
          subject: { kind: 'credit_transfer', id: posted.id },
          details: { credits: formatCredits(amountMicros), reason },
        })
      }
      return posted
    })
}
