import { readKeyCeilings } from '@gatehouse/billing/company-billing'
import { defaultRpmLimit, defaultTpmLimit } from '@gatehouse/keys/api-key'
import type { OperationDeps } from '../../operation-deps.ts'

export type Ceilings = { rpm: number; tpm: number }

/**
 * Reads the highest limits that a key of the company may have at present. The plan can lower or raise the platform's
 * ceilings.
 */
export async function readCeilings(
  database: OperationDeps['database'],
  companyId: string,
): Promise<Ceilings> {
  const { rpmLimitMax, tpmLimitMax } = await readKeyCeilings(database, companyId)
  return { rpm: rpmLimitMax ?? defaultRpmLimit, tpm: tpmLimitMax ?? defaultTpmLimit }
}
