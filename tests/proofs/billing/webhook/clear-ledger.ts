import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'

// Children before parents. The ledger's triggers refuse deletion, so only a superuser with triggers disabled can empty
// these tables.
const tables = [
  'billing_notices',
  'provider_charges',
  'provider_disputes',
  'paid_grants',
  'excess_grants',
  'invoices',
  'subscriptions',
  'credit_transfers',
  'credit_lots',
  'credit_accounts',
  'provider_events',
  'provider_event_sweeps',
  'credit_pack_purchases',
  'provider_customers',
]

/** What our side knew before the first message arrived. */
export type BeginningState = {
  purchases: Selectable<Tables['credit_pack_purchases']>[]
  customers: Selectable<Tables['provider_customers']>[]
}

export async function readBeginning(database: Database): Promise<BeginningState> {
  return {
    purchases: await database.selectFrom('credit_pack_purchases').selectAll().execute(),
    customers: await database.selectFrom('provider_customers').selectAll().execute(),
  }
}

/** Empties the database, or resets it to the given state. Companies, packs and plans stay. */
export async function clearLedger(
  { database, postgres }: { database: Database; postgres: Postgres },
  beginning?: BeginningState,
): Promise<void> {
  await postgres.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(tables.map((table) => `delete from ${table}`).join(';'))
  })
  if (!beginning) return
  if (beginning.customers.length > 0)
    await database.insertInto('provider_customers').values(beginning.customers).execute()
  if (beginning.purchases.length > 0)
    await database.insertInto('credit_pack_purchases').values(beginning.purchases).execute()
}
