import { type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { formatCredits } from '../../credit.ts'
import { type PostedTransfer, postTransfer } from '../post-transfer.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    creditAdjustments: 'credits.adjustment_differs'
  }
}

export type Adjustment = {
  /** Chosen by the caller, so that a repeated request adjusts once. */
  id: string
  companyId: string
  /** Negative to remove credits. Not zero. */
  amountMicros: bigint
  reason: string
}

/**
 * Adds or removes credits on behalf of a person, who gives a reason. A repetition changes nothing, and is refused if it
 * differs: after a lost answer, its caller would take it for a second adjustment that succeeded.
 */
export async function adjustCredits(
  { databases, ids }: { databases: Shards<Database>; ids: Ids },
  adjustment: Adjustment,
  by: Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>,
): Promise<PostedTransfer> {
  const { id, companyId, amountMicros, reason } = adjustment
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
      } else {
        await refuseIfDifferent(tx, posted.id, adjustment)
      }
      return posted
    })
}

async function refuseIfDifferent(
  tx: Transaction,
  transferId: string,
  { companyId, amountMicros, reason }: Adjustment,
): Promise<void> {
  const stored = await tx
    .selectFrom('credit_transfers')
    .select(['owner_id', 'amount_micros', 'reason'])
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow()
  if (stored.owner_id !== companyId)
    throw adjustmentDiffers('This adjustment has already been made for another company. Begin a new one.')
  if (stored.amount_micros === amountMicros && stored.reason === reason) return
  const made = `${formatCredits(stored.amount_micros)} credits for the reason “${stored.reason ?? ''}”`
  throw adjustmentDiffers(
    `This adjustment has already been made, with ${made}. Nothing was changed now. Look at the balance, and begin a ` +
      'new adjustment if another one is needed.',
  )
}

function adjustmentDiffers(publicMessage: string): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'credits.adjustment_differs',
    publicMessage,
    input: 'adjustmentId',
  })
}
