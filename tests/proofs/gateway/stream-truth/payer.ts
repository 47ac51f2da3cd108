import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import type { Run } from './run.ts'

export type Payer = { companyId: string; key: AddedKey }

/** The company that is charged for the run. */
export function payerOf(payers: readonly Payer[], { name }: Run): Payer {
  const payer = payers[Number(name.slice(-5)) % payers.length]
  if (!payer) throw new Error('there are no payers')
  return payer
}
