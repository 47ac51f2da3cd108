// What a plan includes of the work that the platform pays for (`domain/allowances`). It is not a term of the sale, so
// it can also be changed for a plan that is already on sale.
import { toOfferedMicros } from './money.ts'
import { invalidOffer } from './offers.ts'

/** A field that is null or absent means the value from the settings. */
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
  throw invalidOffer('modelWorkCredits must not be negative, with at most six decimals.')
}

function readAmount(name: string, amount: number | null | undefined, max: number): number | null {
  if (amount === null || amount === undefined) return null
  if (Number.isInteger(amount) && amount >= 0 && amount <= max) return amount
  throw invalidOffer(`${name} must be a whole number from 0 to ${max}.`)
}
