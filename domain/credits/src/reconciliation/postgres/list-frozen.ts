import type { Database } from '@gatehouse/schema/database'

export type FrozenAccount = { ownerId: string; reason: string; since: Date }

/** Lists accounts whose billable calls are stopped, the longest-frozen first. */
export async function listFrozenAccounts(database: Database): Promise<FrozenAccount[]> {
  const rows = await database
    .selectFrom('credit_accounts')
    .select(['owner_id', 'frozen_reason', 'frozen_at'])
    .where('frozen_at', 'is not', null)
    .orderBy('frozen_at')
    .orderBy('owner_id')
    .execute()
  return rows.flatMap(({ owner_id, frozen_reason, frozen_at }) =>
    frozen_at === null ? [] : [{ ownerId: owner_id, reason: frozen_reason ?? '', since: frozen_at }],
  )
}
