// Freezes and unfreezes an account's billable calls, each with an audit entry. Reconciliation freezes; only a person
// unfreezes, and gives a reason.
import { type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { FreezeOutcome } from '../reconciliation-report.ts'

export type FreezeDeps = { databases: Shards<Database>; ids: Ids }

export async function freezeAccount(
  { databases, ids }: FreezeDeps,
  ownerId: string,
  reason: string,
): Promise<FreezeOutcome> {
  return databases
    .of(ownerId)
    .transaction()
    .execute(async (tx) => {
      const frozen = await tx
        .updateTable('credit_accounts')
        .set({ frozen_at: sql`now()`, frozen_reason: reason })
        .where('owner_id', '=', ownerId)
        .where('frozen_at', 'is', null)
        .returning('owner_id')
        .executeTakeFirst()
      if (!frozen) return (await isFrozen(tx, ownerId)) ? 'was_frozen' : 'failed'
      await recordAuditEntry(ids, tx, {
        companyId: await findCompanyId(tx, ownerId),
        actor: { kind: 'service', id: 'reconciliation' },
        action: 'credit_account.freeze',
        subject: { kind: 'credit_account', id: ownerId },
        details: { reason },
      })
      return 'frozen'
    })
}

export type Unfreezing = {
  ownerId: string
  reason: string
  by: Pick<AuditEntry, 'actor' | 'clientAddress' | 'requestId'>
}

/** Resolves to false if the account was not frozen. */
export async function unfreezeAccount(
  { databases, ids }: FreezeDeps,
  { ownerId, reason, by }: Unfreezing,
): Promise<boolean> {
  return databases
    .of(ownerId)
    .transaction()
    .execute(async (tx) => {
      const before = await tx
        .selectFrom('credit_accounts')
        .select(['frozen_at', 'frozen_reason'])
        .where('owner_id', '=', ownerId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!before?.frozen_at) return false
      await tx
        .updateTable('credit_accounts')
        .set({ frozen_at: null, frozen_reason: null })
        .where('owner_id', '=', ownerId)
        .execute()
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId: await findCompanyId(tx, ownerId),
        action: 'credit_account.unfreeze',
        subject: { kind: 'credit_account', id: ownerId },
        details: { reason, frozen_at: before.frozen_at, frozen_reason: before.frozen_reason },
      })
      return true
    })
}

async function isFrozen(tx: Transaction, ownerId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('credit_accounts')
    .select('frozen_at')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return Boolean(account?.frozen_at)
}

/** An audit entry names a company only if the account belongs to a company and not to a user. */
async function findCompanyId(tx: Transaction, ownerId: string): Promise<string | null> {
  const company = await tx.selectFrom('companies').select('id').where('id', '=', ownerId).executeTakeFirst()
  return company?.id ?? null
}

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
