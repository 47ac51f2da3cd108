import type { BillingResult } from './billing.generated.ts'

export type Pack = BillingResult['creditPacks'][number]
export type Plan = BillingResult['plans'][number]
export type Purchase = BillingResult['purchases']['nodes'][number]

export type BillingProps = { companyId: string; data: BillingResult; onChanged: () => void }
