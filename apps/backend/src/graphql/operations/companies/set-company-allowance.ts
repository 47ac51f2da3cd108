import { setAllowance } from '@gatehouse/allowances/set-allowance'
import { parseCredits } from '@gatehouse/credits/credit'
import { badRequest } from '../../graphql-faults.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { allowanceType, readCompanyAllowance } from './allowance-type.ts'

export const setCompanyAllowance = defineMutation({
  name: 'setCompanyAllowance',
  description:
    'Overrides the allowance of a company’s plan, and records the reason in the audit log. Omitted values follow the plan, or else ' +
    'the settings. Waiting model work resumes immediately.',
  inputs: {
    companyId: inputs.id,
    modelWorkCredits: optionalInput(inputs.string),
    documentsPerDay: optionalInput(inputs.int),
    documentBytesPerDay: optionalInput(inputs.float),
    reason: inputs.string,
  },
  returns: allowanceType,
  cost: 50,
  async resolve(context, { companyId, modelWorkCredits, documentsPerDay, documentBytesPerDay, reason }) {
    const modelWorkMicros = modelWorkCredits === null ? null : parseCredits(modelWorkCredits)
    if (modelWorkMicros === undefined)
      throw badRequest('modelWorkCredits must be a decimal with at most six places, such as "250" or "0.5".')
    const granted = { modelWorkMicros, documentsPerDay, documentBytesPerDay }
    await setAllowance(context.deps, { companyId, granted, reason }, await auditActor(context))
    return readCompanyAllowance(context.deps, companyId)
  },
})
