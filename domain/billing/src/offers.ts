// What is sold: packs of credits, once, and plans, period after period.
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
  /** How much the keys of its companies may be allowed at most; null is the platform's own ceiling. */
  keyRpmLimitMax: number | null
  keyTpmLimitMax: number | null
  /** What the platform does at its own expense for each of its companies; null is as the settings say. */
  modelWorkMicros: bigint | null
  documentsPerDay: number | null
  documentBytesPerDay: bigint | null
  providerProductId: string | null
  providerPriceId: string | null
  updatedAt: Date
}

/** Postpaid plans are invoiced for what was used and have no price at the provider. */
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

/** Throws a fault that says which field is wrong and why. */
export function readPackTerms({ name, credits, price, currency, sortOrder }: NewCreditPack): PackTerms {
  const creditsMicros = toOfferedMicros(credits)
  if (creditsMicros === undefined) throw wrong('credits must be positive, with at most six decimals.')
  const terms = readSaleTerms({ name, price, currency, sortOrder })
  return { ...terms, creditsMicros }
}

export type SaleTerms = Omit<PackTerms, 'creditsMicros'>

export function readSaleTerms(sale: Omit<NewCreditPack, 'credits'>): SaleTerms {
  const name = sale.name.trim()
  const currency = sale.currency.trim().toLowerCase()
  if (name === '' || name.length > 200) throw wrong('name must have 1 to 200 characters.')
  if (!/^[a-z]{3}$/.test(currency)) throw wrong('currency must be a code of three letters, such as eur.')
  const priceMinor = toMinorUnits(sale.price, currency)
  if (priceMinor === undefined) {
    throw wrong(`price must not be negative, nor finer than the smallest unit of ${currency}.`)
  }
  if (!Number.isInteger(sale.sortOrder) || Math.abs(sale.sortOrder) > 1_000_000) {
    throw wrong('sortOrder must be a whole number.')
  }
  return { name, priceMinor, currency, sortOrder: sale.sortOrder }
}

function wrong(publicMessage: string): Fault {
  return new Fault({ kind: 'invalid', code: 'billing.offer_invalid', publicMessage })
}
