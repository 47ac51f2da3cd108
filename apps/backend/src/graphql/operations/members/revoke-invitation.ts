import { revokeInvitation as revoke } from '@gatehouse/identity/invite-member'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { invitationType } from './invitation-type.ts'

export const revokeInvitation = defineMutation({
  name: 'revokeInvitation',
  description: 'Ends an invitation before it is accepted.',
  inputs: { companyId: inputs.id, invitationId: inputs.id },
  returns: invitationType,
  resolve: async (context, name) => revoke(context.deps, name, await auditActor(context)),
})
