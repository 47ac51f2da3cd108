// Finds companies whose balance is below the threshold of their automatic top-up, and records the crossing with its
// purchase; pay-top-ups.ts pays it. Also stops automatic top-ups whose pack is no longer on sale.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { sql } from 'kysely'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { type ApplyContext, createAppliedEffects, writeNotice } from '../apply/apply-context.ts'
import type { InboxDeps } from '../billing-deps.ts'
import { billingService, stopAndReport } from './stop-top-up.ts'

const companiesMax = 100

type Crossing = {
  pack_id: string
  credits_micros: bigint
  price_minor: bigint
  currency: string
  is_within_maximum: boolean
  month: string
}

/** Returns the number of top-ups that began. */
export async function startTopUps(deps: InboxDeps): Promise<number> {
  let started = 0
  for (const database of deps.databases.all()) started += await startTopUpsOfShard(deps, database)
  return started
}

async function startTopUpsOfShard(deps: InboxDeps, database: Database): Promise<number> {
  const { rows } = await sql<{ company_id: string }>`
    select s.company_id
      from top_up_settings s
      join credit_packs k on k.id = s.pack_id
      left join credit_accounts a on a.owner_id = s.company_id
     where s.stopped_at is null
       and (k.status <> 'ACTIVE'
            or (coalesce(spendable_micros(a), 0) < s.threshold_micros
                and not exists (select from top_ups t where t.company_id = s.company_id and t.status = 'PENDING')))
     order by random() limit ${companiesMax}`.execute(database)
  let started = 0
  for (const { company_id: companyId } of rows) {
    try {
      if (await database.transaction().execute((tx) => startTopUp(deps, tx, companyId))) started += 1
    } catch (thrown) {
      deps.logger.warn('top-up could not be started; it will be retried', {
        error: thrown,
        company_id: companyId,
      })
    }
  }
  return started
}

/** The settings are locked first, so that two processes decide one after the other and neither with old figures. */
async function startTopUp(deps: InboxDeps, tx: Transaction, companyId: string): Promise<boolean> {
  const { rows } = await sql<{ is_on_sale: boolean }>`
    select k.status = 'ACTIVE' as is_on_sale
      from top_up_settings s join credit_packs k on k.id = s.pack_id
     where s.company_id = ${companyId} and s.stopped_at is null
       for update of s`.execute(tx)
  const [settings] = rows
  if (!settings) return false
  const context = toContext(deps, tx)
  if (!settings.is_on_sale) {
    await stopAndReport(context, companyId, 'its pack is no longer on sale')
    return false
  }
  const crossing = await findCrossing(tx, companyId)
  if (!crossing) return false
  if (!crossing.is_within_maximum) {
    await reportMaximum(context, companyId, crossing.month)
    return false
  }
  const id = deps.ids.uuid()
  await tx
    .insertInto('credit_pack_purchases')
    .values({
      id,
      company_id: companyId,
      pack_id: crossing.pack_id,
      credits_micros: crossing.credits_micros,
      price_minor: crossing.price_minor,
      currency: crossing.currency,
    })
    .execute()
  await tx.insertInto('top_ups').values({ id, company_id: companyId }).execute()
  await recordAuditEntry(deps.ids, tx, {
    companyId,
    actor: billingService,
    action: 'top_up.start',
    subject: { kind: 'purchase', id },
    details: {
      pack_id: crossing.pack_id,
      price_minor: String(crossing.price_minor),
      currency: crossing.currency,
    },
  })
  return true
}

/**
 * One statement, because a top-up is completed in the transaction that credits its pack: a snapshot has either the
 * pending top-up or the credits.
 */
async function findCrossing(tx: Transaction, companyId: string): Promise<Crossing | undefined> {
  const { rows } = await sql<Crossing>`
    select s.pack_id, k.credits_micros, k.price_minor, k.currency,
           top_up_month_minor(s.company_id, k.currency) + k.price_minor <= s.monthly_max_minor as is_within_maximum,
           to_char(now() at time zone 'utc', 'YYYY-MM') as month
      from top_up_settings s
      join credit_packs k on k.id = s.pack_id
      join companies c on c.id = s.company_id and c.billing_mode = 'PREPAID' and c.suspended_at is null
      left join credit_accounts a on a.owner_id = s.company_id
     where s.company_id = ${companyId} and coalesce(spendable_micros(a), 0) < s.threshold_micros
       and not exists (select from top_ups t where t.company_id = ${companyId} and t.status = 'PENDING')`.execute(
    tx,
  )
  return rows[0]
}

function toContext({ ids, logger, clock, onNotice }: InboxDeps, tx: Transaction): ApplyContext {
  return { tx, ids, logger, asOf: new Date(clock.wallMs()), effects: createAppliedEffects(), onNotice }
}

function reportMaximum(context: ApplyContext, companyId: string, month: string): Promise<void> {
  const key = `top-up-maximum:${companyId}:${month}`
  return writeNotice(context, { companyId, key, kind: 'top_up.maximum_reached', details: { month } })
}
