export const billingModes = ['PREPAID', 'POSTPAID'] as const
export type BillingMode = (typeof billingModes)[number]

export type Company = Readonly<{
  id: string
  name: string
  billingMode: BillingMode
  createdAt: Date
  /** Null unless a super admin or an operator has suspended the company. */
  suspension: Suspension | null
}>

/** While suspended, the company's billable calls are rejected and model work for it waits. */
export type Suspension = Readonly<{ since: Date; reason: string }>
