import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { Fault } from '@gatehouse/runtime/fault'
import { sql } from 'kysely'
import type { CatalogDeps } from '../billing-deps.ts'
import { toOfferedMicros } from '../rules/money.ts'
import {
  type CreditPack,
  type Plan,
  type PlanAllowance,
  hasTrialWithoutCredits,
  invalidOffer,
  readCeiling,
  readPlanAllowance,
  readSaleTerms,
  readTrialDays,
} from './offers.ts'
import { toCreditPack, toPlan } from './list-offers.ts'

type Deps = Pick<CatalogDeps, 'database' | 'ids'>

export type NewPlan = PlanAllowance & {
  name: string
  /** Credits per period. */
  credits: number
  price: number
  currency: string
  sortOrder: number
  billingMode: Plan['billingMode']
  interval: Plan['interval']
  trialDays: number
  trialCredits: number
  keyRpmLimitMax?: number | null
  keyTpmLimitMax?: number | null
}

/** The plan can be sold once it has a price: see `syncPlanPricing`. */
export async function createPlan({ database, ids }: Deps, input: NewPlan, by: AuditActor): Promise<Plan> {
  const { name, priceMinor, currency, sortOrder } = readSaleTerms(input)
  const trialDays = readTrialDays(input.trialDays)
  if (hasTrialWithoutCredits(input.billingMode, { trialDays, hasCredits: input.trialCredits > 0 }))
    throw invalidOffer(
      'trialCredits',
      'must be greater than zero, because a trial without credits can pay for no call',
    )
  const id = ids.uuid()
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('plans')
      .values({
        id,
        name,
        billing_mode: input.billingMode,
        credits_micros: readCredits('credits', input.credits),
        trial_credits_micros: readCredits('trialCredits', input.trialCredits),
        trial_days: trialDays,
        price_minor: priceMinor,
        currency,
        billing_interval: input.interval,
        sort_order: sortOrder,
        key_rpm_limit_max: readCeiling('keyRpmLimitMax', input.keyRpmLimitMax),
        key_tpm_limit_max: readCeiling('keyTpmLimitMax', input.keyTpmLimitMax),
        ...readPlanAllowance(input),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const subject = { kind: 'plan', id }
    await recordAuditEntry(ids, tx, {
      companyId: null,
      ...by,
      action: 'plan.create',
      subject,
      details: input,
    })
    return toPlan(row)
  })
}

function readCredits(name: string, credits: number): bigint {
  if (credits === 0) return 0n
  const micros = toOfferedMicros(credits)
  if (micros !== undefined) return micros
  throw invalidOffer(name, 'must not be negative, with at most six decimals')
}

/** A deactivated plan keeps its subscribers and accepts no new ones. */
export async function setPlanActive(
  { database, ids }: Deps,
  change: { id: string; isActive: boolean },
  by: AuditActor,
): Promise<Plan> {
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('plans')
      .set({ is_active: change.isActive, updated_at: sql`now()` })
      .where('id', '=', change.id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw unknownOffer('plan')
    const action = change.isActive ? 'plan.activate' : 'plan.deactivate'
    await recordAuditEntry(ids, tx, { companyId: null, ...by, action, subject: { kind: 'plan', id: row.id } })
    return toPlan(row)
  })
}

/** Takes the pack off sale. Purchases already started keep their terms. */
export async function archiveCreditPack(
  { database, ids }: Deps,
  id: string,
  by: AuditActor,
): Promise<CreditPack> {
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('credit_packs')
      .set({ status: 'ARCHIVED', updated_at: sql`now()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw unknownOffer('pack')
    const subject = { kind: 'credit_pack', id }
    await recordAuditEntry(ids, tx, { companyId: null, ...by, action: 'credit_pack.archive', subject })
    return toCreditPack(row)
  })
}

export function unknownOffer(what: 'plan' | 'pack'): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'billing.offer_unknown',
    publicMessage: `There is no such ${what}.`,
  })
}

/** Takes effect immediately, also for companies that already have the plan. */
export async function setPlanAllowance(
  { database, ids }: Pick<CatalogDeps, 'database' | 'ids'>,
  { planId, ...allowance }: PlanAllowance & { planId: string },
  by: AuditActor,
): Promise<Plan> {
  const columns = readPlanAllowance(allowance)
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('plans')
      .set({ ...columns, updated_at: sql`now()` })
      .where('id', '=', planId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw unknownOffer('plan')
    await recordAuditEntry(ids, tx, {
      companyId: null,
      ...by,
      action: 'plan.set_allowance',
      subject: { kind: 'plan', id: planId },
      details: allowance,
    })
    return toPlan(row)
  })
}
