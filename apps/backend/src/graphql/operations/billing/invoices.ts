import { listInvoices } from '@gatehouse/billing/company-billing'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { listOf } from '../../schema/shape.ts'
import { invoiceType } from './invoice-type.ts'

export const invoices = defineQuery({
  name: 'invoices',
  description: 'The last 100 invoices of the company, newest first.',
  inputs: { companyId: inputs.id },
  returns: listOf(invoiceType),
  resolve: ({ deps }, { companyId }) => listInvoices(deps.database, companyId),
})
