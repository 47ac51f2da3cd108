import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { CreditPack, Plan } from '../../offers.ts'
import { toCreditPack, toPlan } from './offer-rows.ts'

/** All plans, in display order. */
export async function listPlans(database: Kysely<Tables>): Promise<Plan[]> {
  const rows = await database.selectFrom('plans').selectAll().orderBy('sort_order').orderBy('id').execute()
  return rows.map(toPlan)
}

/** The public price list: the plans that can be bought now. */
export async function listPlansOnSale(database: Kysely<Tables>): Promise<Plan[]> {
  return (await listPlans(database)).filter(({ isActive }) => isActive)
}

export async function listPacksOnSale(database: Kysely<Tables>): Promise<CreditPack[]> {
  const rows = await database
    .selectFrom('credit_packs')
    .selectAll()
    .where('status', '=', 'ACTIVE')
    .where('provider_price_id', 'is not', null)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map(toCreditPack)
}

export async function findPlan(database: Kysely<Tables>, id: string): Promise<Plan | undefined> {
  const row = await database.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toPlan(row)
}

export async function findPack(database: Kysely<Tables>, id: string): Promise<CreditPack | undefined> {
  const row = await database.selectFrom('credit_packs').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toCreditPack(row)
}
