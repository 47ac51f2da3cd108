import { suspendCompany as suspend } from '@gatehouse/companies/suspend-company'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { companyType } from './company-type.ts'

export const suspendCompany = defineMutation({
  name: 'suspendCompany',
  description:
    'Refuses the billable calls of a company with 403 COMPANY_SUSPENDED and ends its open calls, in every gateway ' +
    'within a second; its model work waits. Its people can still log in and read. Idempotent.',
  inputs: { companyId: inputs.id, reason: inputs.string },
  returns: companyType,
  cost: 50,
  async resolve(context, change) {
    const { database, ids, keys } = context.deps
    const deps = { database, ids, announceCompanyChange: keys.announceCompanyChange }
    return (await suspend(deps, change, await auditActor(context))).company
  },
})
