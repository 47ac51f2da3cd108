export const billingModes = ['PREPAID', 'POSTPAID'] as const
export type BillingMode = (typeof billingModes)[number]

export type Company = Readonly<{ id: string; name: string; billingMode: BillingMode; createdAt: Date }>
