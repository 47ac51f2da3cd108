import type { PlatformOffersResult } from './offers.generated.ts'

export type Plan = PlatformOffersResult['allPlans'][number]
export type Pack = PlatformOffersResult['allCreditPacks'][number]

/** Without a present offer, a new one. */
export type OfferChange = { kind: 'plan'; present?: Plan } | { kind: 'pack'; present?: Pack }
