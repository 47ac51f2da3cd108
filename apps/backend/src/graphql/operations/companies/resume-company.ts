import { resumeCompany as resume } from '@gatehouse/companies/suspend-company'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { companyType } from './company-type.ts'

export const resumeCompany = defineMutation({
  name: 'resumeCompany',
  description:
    'Ends the suspension of a company: its calls are served again, and waiting model work resumes.',
  inputs: { companyId: inputs.id, reason: inputs.string },
  returns: companyType,
  cost: 50,
  async resolve(context, change) {
    const { database, ids, keys } = context.deps
    const deps = { database, ids, announceCompanyChange: keys.announceCompanyChange }
    return (await resume(deps, change, await auditActor(context))).company
  },
})
