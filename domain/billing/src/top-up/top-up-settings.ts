// Reads, sets and turns off the automatic top-up of a company.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { formatCredits } from '@gatehouse/credits/credit'
import { Fault } from '@gatehouse/runtime/fault'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { CheckoutDeps } from '../billing-deps.ts'
import { findPack } from '../catalog/list-offers.ts'
import { unknownOffer } from '../catalog/manage-offers.ts'
import { ensureCustomer } from '../checkout/ensure-customer.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    topUp: 'top_up.maximum' | 'top_up.no_card' | 'top_up.not_prepaid' | 'top_up.off' | 'top_up.threshold'
  }
}

export type TopUpSettings = {
  companyId: string
  thresholdMicros: bigint
  packId: string
  monthlyMaxMinor: bigint
  currency: string
  /** Prices of the top-ups that began this month (UTC) and did not fail. */
  boughtThisMonthMinor: bigint
  /** Whether a top-up waits for its payment. */
  isPending: boolean
  stoppedAt: Date | null
  stoppedReason: string | null
  updatedAt: Date
}

/** Undefined if the automatic top-up is off. */
export async function findTopUpSettings(
  database: Database,
  companyId: string,
): Promise<TopUpSettings | undefined> {
  const { rows } = await sql<TopUpSettings>`
    select s.company_id as "companyId", s.threshold_micros as "thresholdMicros", s.pack_id as "packId",
           s.monthly_max_minor as "monthlyMaxMinor", k.currency, s.stopped_at as "stoppedAt",
           s.stopped_reason as "stoppedReason", s.updated_at as "updatedAt",
           top_up_month_minor(s.company_id, k.currency) as "boughtThisMonthMinor",
           exists (select from top_ups t where t.company_id = ${companyId} and t.status = 'PENDING') as "isPending"
      from top_up_settings s join credit_packs k on k.id = s.pack_id
     where s.company_id = ${companyId}`.execute(database)
  return rows[0]
}

export type NewTopUpSettings = {
  companyId: string
  thresholdMicros: bigint | undefined
  packId: string
  /** Converts the maximum once the currency of the pack is known; undefined if the amount is not one. */
  toMonthlyMaxMinor: (currency: string) => bigint | undefined
}

/** Also resumes an automatic top-up that has stopped. */
export async function setTopUp(
  deps: Pick<CheckoutDeps, 'database' | 'databases' | 'ids' | 'provider'>,
  { companyId, thresholdMicros, packId, toMonthlyMaxMinor }: NewTopUpSettings,
  by: AuditActor,
): Promise<void> {
  const { database, databases, ids, provider } = deps
  const pack = await findPack(database, packId)
  if (!pack || pack.status !== 'ACTIVE' || pack.providerPriceId === null) throw unknownOffer('pack')
  if (thresholdMicros === undefined || thresholdMicros <= 0n || thresholdMicros > pack.creditsMicros)
    throw invalid(
      'top_up.threshold',
      `The threshold must be more than 0 and at most the ${formatCredits(pack.creditsMicros)} credits of the pack, so that one pack is enough.`,
      'threshold',
    )
  const monthlyMaxMinor = toMonthlyMaxMinor(pack.currency)
  if (monthlyMaxMinor === undefined || monthlyMaxMinor < pack.priceMinor)
    throw invalid(
      'top_up.maximum',
      'The monthly maximum must be an amount in the pack’s currency, at least its price.',
      'monthlyMaximum',
    )
  await requirePrepaid(database, companyId)
  if (!(await provider.hasCard(await ensureCustomer(deps, companyId))))
    throw invalid(
      'top_up.no_card',
      'No card is saved. Buy a pack first, or add a card in the billing portal.',
    )
  const settings = { threshold_micros: thresholdMicros, pack_id: packId, monthly_max_minor: monthlyMaxMinor }
  await databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      await tx
        .insertInto('top_up_settings')
        .values({ company_id: companyId, ...settings })
        .onConflict((conflict) =>
          conflict
            .column('company_id')
            .doUpdateSet({ ...settings, stopped_at: null, stopped_reason: null, updated_at: sql`now()` }),
        )
        .execute()
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'top_up.set',
        subject: { kind: 'company', id: companyId },
        details: {
          threshold: formatCredits(thresholdMicros),
          pack_id: packId,
          monthly_max_minor: String(monthlyMaxMinor),
          currency: pack.currency,
        },
      })
    })
}

/**
 * A top-up that waits for its payment is cancelled by its next attempt; one whose payment is under way at this moment may
 * still be completed. Throws if the automatic top-up is off.
 */
export async function turnOffTopUp(
  { databases, ids }: Pick<CheckoutDeps, 'databases' | 'ids'>,
  companyId: string,
  by: AuditActor,
): Promise<void> {
  await databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const deleted = await tx
        .deleteFrom('top_up_settings')
        .where('company_id', '=', companyId)
        .returning('company_id')
        .executeTakeFirst()
      if (!deleted)
        throw new Fault({
          kind: 'not_found',
          code: 'top_up.off',
          publicMessage: 'The automatic top-up is off.',
        })
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'top_up.turn_off',
        subject: { kind: 'company', id: companyId },
      })
    })
}

async function requirePrepaid(database: Database, companyId: string): Promise<void> {
  const company = await database
    .selectFrom('companies')
    .select('billing_mode')
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (company?.billing_mode !== 'PREPAID')
    throw invalid('top_up.not_prepaid', 'Only companies that pay in advance can top up automatically.')
}

function invalid(
  code: 'top_up.maximum' | 'top_up.no_card' | 'top_up.not_prepaid' | 'top_up.threshold',
  publicMessage: string,
  input?: string,
): Fault {
  return new Fault({ kind: 'invalid', code, publicMessage, ...(input !== undefined && { input }) })
}
