import { sql } from 'kysely'
import type { DisputeFact } from '../facts/provider-fact.ts'
import type { ApplyContext } from './apply-context.ts'

/** An SQL expression for the amount that was lost to disputes of the charge whose row has this alias. */
export function lostOfCharge(alias: string): string {
  return `(select coalesce(sum(d.amount_minor), 0)::bigint from provider_disputes d
            where d.provider_charge_id = ${alias}.provider_charge_id and d.status = 'LOST')`
}

export type RecordedDispute = { fact: DisputeFact; isNewlyOpen: boolean }

/**
 * Writes the state of a dispute, and returns it as it is then: one that is over stays so, because events may come late. A
 * charge can have several disputes.
 */
export async function recordDispute(
  { tx }: ApplyContext,
  chargeId: string,
  { disputeId, status, amountMinor, ...rest }: DisputeFact,
): Promise<RecordedDispute> {
  const known = await tx
    .selectFrom('provider_disputes')
    .select('status')
    .where('provider_dispute_id', '=', disputeId)
    .forUpdate()
    .executeTakeFirst()
  const isOver = known !== undefined && known.status !== 'OPEN'
  const state = { status: isOver && status === 'OPEN' ? known.status : status, amount_minor: amountMinor }
  await tx
    .insertInto('provider_disputes')
    .values({ provider_dispute_id: disputeId, provider_charge_id: chargeId, ...state })
    .onConflict((conflict) =>
      conflict.column('provider_dispute_id').doUpdateSet({ ...state, updated_at: sql`now()` }),
    )
    .execute()
  return {
    fact: { ...rest, disputeId, amountMinor, status: state.status as DisputeFact['status'] },
    isNewlyOpen: !known && status === 'OPEN',
  }
}
