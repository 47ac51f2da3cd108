import { type Company, billingModes } from '@gatehouse/companies/company'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'

export const billingModeType = enumeration(
  'BillingMode',
  'Whether credits are bought before they are used, or usage is invoiced afterwards.',
  billingModes,
)

export const companyType = defineObject<Company>(
  'Company',
  'A customer, which owns keys, credits, jobs and talents.',
  {
    id: field(shapes.id, (company) => company.id),
    name: field(shapes.string, (company) => company.name),
    billingMode: field(billingModeType, (company) => company.billingMode),
    createdAt: field(shapes.time, (company) => company.createdAt),
    suspendedAt: field(optional(shapes.time), (company) => company.suspension?.since ?? null),
    suspensionReason: field(optional(shapes.string), (company) => company.suspension?.reason ?? null),
  },
)
