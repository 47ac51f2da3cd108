import { listMembers } from '@gatehouse/identity/memberships'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { listOf } from '../../schema/shape.ts'
import { memberType } from './member-type.ts'

export const members = defineQuery({
  name: 'members',
  description: 'The members of the company.',
  inputs: { companyId: inputs.id },
  returns: listOf(memberType),
  resolve: ({ deps }, { companyId }) => listMembers(deps.database, companyId),
})
