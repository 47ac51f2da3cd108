// What we sell: credit packs, bought once, and plans, billed every period.
import { Fault } from '@gatehouse/runtime/fault'
import { toMinorUnits, toOfferedMicros } from './money.ts'

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
  if (creditsMicros === undefined) throw invalidOffer('credits must be positive, with at most six decimals.')
  const terms = readSaleTerms({ name, price, currency, sortOrder })
  return { ...terms, creditsMicros }
}

export type SaleTerms = Omit<PackTerms, 'creditsMicros'>

export function readSaleTerms(sale: Omit<NewCreditPack, 'credits'>): SaleTerms {
  const name = sale.name.trim()
  const currency = sale.currency.trim().toLowerCase()
  if (name === '' || name.length > 200) throw invalidOffer('name must have 1 to 200 characters.')
  if (!/^[a-z]{3}$/.test(currency))
    throw invalidOffer('currency must be a code of three letters, such as eur.')
  const priceMinor = toMinorUnits(sale.price, currency)
  if (priceMinor === undefined) {
    throw invalidOffer(`price must not be negative, nor finer than the smallest unit of ${currency}.`)
  }
  if (!Number.isInteger(sale.sortOrder) || Math.abs(sale.sortOrder) > 1_000_000) {
    throw invalidOffer('sortOrder must be a whole number.')
  }
  return { name, priceMinor, currency, sortOrder: sale.sortOrder }
}

export function invalidOffer(publicMessage: string): Fault {
  return new Fault({ kind: 'invalid', code: 'billing.offer_invalid', publicMessage })
}
