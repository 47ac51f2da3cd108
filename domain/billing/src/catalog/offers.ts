// What we sell: credit packs, bought once, and plans, billed every period.
import { Fault } from '@gatehouse/runtime/fault'
import { toMinorUnits, toOfferedMicros } from '../rules/money.ts'

export type CreditPack = {
  id: string
  name: string
  creditsMicros: bigint
  priceMinor: bigint
  currency: string
  sortOrder: number
  status: 'ACTIVE' | 'ARCHIVED'
  providerProductId: string | null
  providerPriceId: string | null
}

export type Plan = {
  id: string
  name: string
  isActive: boolean
  billingMode: 'PREPAID' | 'POSTPAID'
  creditsMicros: bigint
  trialCreditsMicros: bigint
  trialDays: number
  priceMinor: bigint
  currency: string
  interval: 'MONTH' | 'YEAR'
  sortOrder: number
  /** Upper bound for the rate limits of the company's keys; null means the platform's own ceiling. */
  keyRpmLimitMax: number | null
  keyTpmLimitMax: number | null
  /** What the platform pays for on behalf of each company with this plan; null means the value from the settings. */
  modelWorkMicros: bigint | null
  documentsPerDay: number | null
  documentBytesPerDay: bigint | null
  providerProductId: string | null
  providerPriceId: string | null
  updatedAt: Date
}

/** Postpaid plans are invoiced by usage and have no price at the provider. */
export function needsProviderPricing(
  plan: Pick<Plan, 'isActive' | 'billingMode' | 'providerPriceId'>,
): boolean {
  return plan.isActive && plan.billingMode !== 'POSTPAID' && plan.providerPriceId === null
}

export type NewCreditPack = {
  name: string
  credits: number
  price: number
  currency: string
  sortOrder: number
}

export type PackTerms = Pick<CreditPack, 'name' | 'creditsMicros' | 'priceMinor' | 'currency' | 'sortOrder'>

/** Throws a fault that names the invalid field and the reason. */
export function readPackTerms({ name, credits, price, currency, sortOrder }: NewCreditPack): PackTerms {
  const creditsMicros = toOfferedMicros(credits)
  if (creditsMicros === undefined)
    throw invalidOffer('credits', 'must be positive, with at most six decimals')
  const terms = readSaleTerms({ name, price, currency, sortOrder })
  return { ...terms, creditsMicros }
}

export type SaleTerms = Omit<PackTerms, 'creditsMicros'>

export function readSaleTerms(sale: Omit<NewCreditPack, 'credits'>): SaleTerms {
  const name = readName(sale.name)
  const currency = sale.currency.trim().toLowerCase()
  if (!/^[a-z]{3}$/.test(currency))
    throw invalidOffer('currency', 'must be a code of three letters, such as eur')
  const priceMinor = toMinorUnits(sale.price, currency)
  if (priceMinor === undefined) {
    throw invalidOffer('price', `must not be negative, nor finer than the smallest unit of ${currency}`)
  }
  return { name, priceMinor, currency, sortOrder: readSortOrder(sale.sortOrder) }
}

export function readName(given: string): string {
  const name = given.trim()
  if (name === '' || name.length > 200) throw invalidOffer('name', 'must have 1 to 200 characters')
  return name
}

export function readSortOrder(sortOrder: number): number {
  if (Number.isInteger(sortOrder) && Math.abs(sortOrder) <= 1_000_000) return sortOrder
  throw invalidOffer('sortOrder', 'must be a whole number from -1000000 to 1000000')
}

// The provider's limit.
const trialDaysMax = 730

export function readTrialDays(days: number): number {
  if (Number.isInteger(days) && days >= 0 && days <= trialDaysMax) return days
  throw invalidOffer('trialDays', `must be a whole number from 0 to ${trialDaysMax}`)
}

/** Whether every call of a trial would be refused: a prepaid company gets the plan's own credits only afterwards. */
export function hasTrialWithoutCredits(
  billingMode: Plan['billingMode'],
  trial: { trialDays: number; hasCredits: boolean },
): boolean {
  return billingMode === 'PREPAID' && trial.trialDays > 0 && !trial.hasCredits
}

/** Reads the highest rate limit of a key; null means the platform's own ceiling. */
export function readCeiling(name: string, ceiling: number | null | undefined): number | null {
  if (ceiling === null || ceiling === undefined) return null
  if (Number.isInteger(ceiling) && ceiling > 0) return ceiling
  throw invalidOffer(name, 'must be a whole number above zero')
}

export function invalidOffer(input: string, problem: string): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'billing.offer_invalid',
    publicMessage: `${input} ${problem}.`,
    input,
  })
}

/**
 * What a plan includes of the work that the platform pays for (`domain/allowances`). It is not a term of the sale, so it can
 * also be changed for a plan that is already on sale. A field that is null or absent means
 * the value from the settings.
 */
export type PlanAllowance = {
  modelWorkCredits?: number | null
  documentsPerDay?: number | null
  documentBytesPerDay?: number | null
}

type AllowanceColumns = {
  model_work_micros: bigint | null
  documents_per_day: number | null
  document_bytes_per_day: bigint | null
}

/** Throws a fault that names the invalid field and the reason. */
export function readPlanAllowance(allowance: PlanAllowance): AllowanceColumns {
  const bytes = readAmount('documentBytesPerDay', allowance.documentBytesPerDay, Number.MAX_SAFE_INTEGER)
  return {
    model_work_micros: readCredits(allowance.modelWorkCredits),
    documents_per_day: readAmount('documentsPerDay', allowance.documentsPerDay, 1_000_000_000),
    document_bytes_per_day: bytes === null ? null : BigInt(bytes),
  }
}

function readCredits(credits: number | null | undefined): bigint | null {
  if (credits === null || credits === undefined) return null
  const micros = credits === 0 ? 0n : toOfferedMicros(credits)
  if (micros !== undefined) return micros
  throw invalidOffer('modelWorkCredits', 'must not be negative, with at most six decimals')
}

function readAmount(name: string, amount: number | null | undefined, max: number): number | null {
  if (amount === null || amount === undefined) return null
  if (Number.isInteger(amount) && amount >= 0 && amount <= max) return amount
  throw invalidOffer(name, `must be a whole number from 0 to ${max}`)
}
