import { createCompany as create } from '@gatehouse/companies/company'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { billingModeType, companyType } from './company-type.ts'

export const createCompany = defineMutation({
  name: 'createCompany',
  description: 'Adds a company, prepaid by default. Invite its first admin with inviteMember.',
  inputs: { name: inputs.string, billingMode: optionalInput(enumInput(billingModeType)) },
  returns: companyType,
  resolve: async (context, { name, billingMode }) =>
    create(context.deps, { name, billingMode: billingMode ?? 'PREPAID' }, await auditActor(context)),
})
