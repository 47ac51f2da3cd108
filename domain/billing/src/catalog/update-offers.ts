// Changes what may change of an offer after its creation. Its terms may not: purchases, subscriptions and reconciliation
// compute with them, and the price at the payment provider is fixed.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import { Fault } from '@gatehouse/runtime/fault'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { CatalogDeps } from '../billing-deps.ts'
import { toMinorUnits, toOfferedMicros } from '../rules/money.ts'
import { toCreditPack, toPlan } from './list-offers.ts'
import { unknownOffer } from './manage-offers.ts'
import {
  type CreditPack,
  type Plan,
  hasTrialWithoutCredits,
  invalidOffer,
  readCeiling,
  readName,
  readSortOrder,
  readTrialDays,
} from './offers.ts'

type Deps = Pick<CatalogDeps, 'database' | 'ids'>

/** Terms that are compared with those of the offer; null or absent means that the caller did not state them. */
type StatedTerms = {
  credits?: number | null
  price?: number | null
  currency?: string | null
  trialCredits?: number | null
  billingMode?: Plan['billingMode'] | null
  interval?: Plan['interval'] | null
}

/** What is null or absent stays as it is; the two ceilings are removed by null. */
export type PlanUpdate = StatedTerms & {
  name?: string | null
  sortOrder?: number | null
  active?: boolean | null
  /** Applies to new subscriptions. */
  trialDays?: number | null
  keyRpmLimitMax?: number | null | undefined
  keyTpmLimitMax?: number | null | undefined
}

/** Ceilings apply within seconds, also to companies that already have the plan. */
export async function updatePlan(
  { database, ids }: Deps,
  { planId, ...update }: PlanUpdate & { planId: string },
  by: AuditActor,
): Promise<Plan> {
  return database.transaction().execute(async (tx) => {
    const old = await lockPlan(tx, planId)
    refuseOtherTerms('plan', old, update)
    const row = await tx
      .updateTable('plans')
      .set({
        name: readName(update.name ?? old.name),
        sort_order: readSortOrder(update.sortOrder ?? old.sortOrder),
        is_active: update.active ?? old.isActive,
        trial_days: readNewTrialDays(old, update.trialDays ?? old.trialDays),
        ...(update.keyRpmLimitMax !== undefined && {
          key_rpm_limit_max: readCeiling('keyRpmLimitMax', update.keyRpmLimitMax),
        }),
        ...(update.keyTpmLimitMax !== undefined && {
          key_tpm_limit_max: readCeiling('keyTpmLimitMax', update.keyTpmLimitMax),
        }),
        updated_at: sql`now()`,
      })
      .where('id', '=', planId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const changed = toPlan(row)
    const details = describeChange(old, changed, [
      'name',
      'sortOrder',
      'isActive',
      'trialDays',
      'keyRpmLimitMax',
      'keyTpmLimitMax',
    ])
    if (Object.keys(details.after).length === 0) return old
    const subject = { kind: 'plan', id: planId }
    await recordAuditEntry(ids, tx, { companyId: null, ...by, action: 'plan.update', subject, details })
    return changed
  })
}

export type PackUpdate = Pick<StatedTerms, 'credits' | 'price' | 'currency'> & {
  name?: string | null
  sortOrder?: number | null
  /** False takes the pack off sale, true offers it again. */
  active?: boolean | null
}

/** Purchases that have started are completed, whether or not the pack is still on sale. */
export async function updateCreditPack(
  { database, ids }: Deps,
  { packId, ...update }: PackUpdate & { packId: string },
  by: AuditActor,
): Promise<CreditPack> {
  return database.transaction().execute(async (tx) => {
    const old = await lockPack(tx, packId)
    refuseOtherTerms('pack', old, update)
    const isActive = update.active ?? old.status === 'ACTIVE'
    const row = await tx
      .updateTable('credit_packs')
      .set({
        name: readName(update.name ?? old.name),
        sort_order: readSortOrder(update.sortOrder ?? old.sortOrder),
        status: isActive ? 'ACTIVE' : 'ARCHIVED',
        updated_at: sql`now()`,
      })
      .where('id', '=', packId)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((thrown: unknown) => {
        throw constraintFault(thrown, { credit_packs_active_terms_key: packExists })
      })
    const changed = toCreditPack(row)
    const details = describeChange(old, changed, ['name', 'sortOrder', 'status'])
    if (Object.keys(details.after).length === 0) return old
    const subject = { kind: 'credit_pack', id: packId }
    await recordAuditEntry(ids, tx, {
      companyId: null,
      ...by,
      action: 'credit_pack.update',
      subject,
      details,
    })
    return changed
  })
}

/** A plan that already has a trial without credits can be changed otherwise. */
function readNewTrialDays(old: Plan, given: number): number {
  const trialDays = readTrialDays(given)
  const hasCredits = old.trialCreditsMicros > 0n
  if (trialDays !== old.trialDays && hasTrialWithoutCredits(old.billingMode, { trialDays, hasCredits }))
    throw invalidOffer(
      'trialDays',
      'must stay 0, because the plan has no credits for a trial. Create a new plan with trialCredits',
    )
  return trialDays
}

async function lockPlan(tx: Transaction, id: string): Promise<Plan> {
  const row = await tx.selectFrom('plans').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw unknownOffer('plan')
  return toPlan(row)
}

async function lockPack(tx: Transaction, id: string): Promise<CreditPack> {
  const row = await tx
    .selectFrom('credit_packs')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw unknownOffer('pack')
  return toCreditPack(row)
}

/** A form may send back the terms that it shows; other terms are refused rather than ignored. */
function refuseOtherTerms(what: 'plan' | 'pack', offer: Plan | CreditPack, stated: StatedTerms): void {
  const plan = 'interval' in offer ? offer : undefined
  const isSame = {
    credits: toMicros(stated.credits) === offer.creditsMicros,
    price: toMinorUnits(stated.price ?? 0, offer.currency) === offer.priceMinor,
    currency: stated.currency?.trim().toLowerCase() === offer.currency,
    trialCredits: toMicros(stated.trialCredits) === plan?.trialCreditsMicros,
    billingMode: stated.billingMode === plan?.billingMode,
    interval: stated.interval === plan?.interval,
  } satisfies Record<keyof StatedTerms, boolean>
  for (const term of Object.keys(isSame) as (keyof StatedTerms)[]) {
    const isStated = stated[term] !== null && stated[term] !== undefined
    if (isStated && !isSame[term]) throw termsFixed(what, term)
  }
}

function toMicros(credits: number | null | undefined): bigint | undefined {
  return credits === 0 ? 0n : toOfferedMicros(credits ?? 0)
}

/** The values that differ, before and after. */
function describeChange<Offer>(old: Offer, changed: Offer, names: readonly (keyof Offer)[]) {
  const differing = names.filter((name) => old[name] !== changed[name])
  const pick = (offer: Offer) => Object.fromEntries(differing.map((name) => [name, offer[name]]))
  return { before: pick(old), after: pick(changed) }
}

function termsFixed(what: 'plan' | 'pack', term: string): Fault {
  const retire = what === 'plan' ? 'deactivate this plan' : 'archive this pack'
  return new Fault({
    kind: 'conflict',
    code: 'billing.terms_fixed',
    publicMessage: `The ${term} of a ${what} cannot be changed. Create a new ${what} with the terms you want and ${retire}.`,
    input: term,
  })
}

function packExists(cause: unknown): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'billing.pack_exists',
    publicMessage:
      'Another active pack has this name and the same terms. Choose another name, or archive that pack first.',
    input: 'name',
    cause,
  })
}
