import { wholeNumberOr } from '@gatehouse/runtime/config-fields'
import type { Allowance } from './allowance.ts'

/** Allowance of a company whose plan does not set its own. The backend and the AI service must use the same values. */
export const allowanceSettings = {
  MODEL_WORK_CREDITS_PER_MONTH: wholeNumberOr(50, { min: 0, max: 1_000_000_000 }),
  DOCUMENTS_PER_DAY: wholeNumberOr(1_000, { min: 0, max: 1_000_000_000 }),
  DOCUMENT_BYTES_PER_DAY: wholeNumberOr(1_073_741_824, { min: 0, max: 1_000_000_000_000_000 }),
}

type Environment = Record<keyof typeof allowanceSettings, number>

export function groupAllowanceSettings(environment: Environment): Allowance {
  return {
    modelWorkMicros: BigInt(environment.MODEL_WORK_CREDITS_PER_MONTH) * 1_000_000n,
    documentsPerDay: environment.DOCUMENTS_PER_DAY,
    documentBytesPerDay: environment.DOCUMENT_BYTES_PER_DAY,
  }
}
