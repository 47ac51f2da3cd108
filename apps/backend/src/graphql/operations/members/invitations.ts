import { listInvitations } from '@gatehouse/identity/invite-member'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { listOf } from '../../schema/shape.ts'
import { invitationType } from './invitation-type.ts'

export const invitations = defineQuery({
  name: 'invitations',
  description: 'The invitations that can still be accepted, newest first.',
  inputs: { companyId: inputs.id },
  returns: listOf(invitationType),
  resolve: ({ deps }, { companyId }) => listInvitations(deps.database, companyId),
})
