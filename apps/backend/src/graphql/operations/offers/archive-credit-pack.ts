import { archiveCreditPack as archive } from '@gatehouse/billing/manage-offers'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { creditPackType } from './credit-pack-type.ts'

export const archiveCreditPack = defineMutation({
  name: 'archiveCreditPack',
  description: 'Removes a pack from the price list. Checkouts that have started keep their terms.',
  inputs: { packId: inputs.id },
  returns: creditPackType,
  resolve: async (context, { packId }) => archive(context.deps, packId, await auditActor(context)),
})
