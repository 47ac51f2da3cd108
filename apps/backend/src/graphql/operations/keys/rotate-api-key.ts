import { rotateApiKey as mintSibling } from '@gatehouse/keys/rotate-api-key'
import { requireUser } from '../../access/authorise.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { mintedApiKeyType } from './api-key-type.ts'
import { readCeilings } from './read-ceilings.ts'

export const rotateApiKey = defineMutation({
  name: 'rotateApiKey',
  description:
    'Creates a key with the same settings, capped by the current plan. The old key stays live until it is revoked, so that programs can switch over.',
  inputs: { companyId: inputs.id, keyId: inputs.id, expiresAt: optionalInput(inputs.time) },
  returns: mintedApiKeyType,
  cost: 50,
  async resolve(context, { companyId, keyId, expiresAt }) {
    const { deps, viewer } = context
    const { id: createdBy, isSuperAdmin } = await requireUser(viewer)
    // If the plan now allows less than the old key has, the new key gets less, unless a super admin rotates it.
    const limitsMax = isSuperAdmin ? undefined : await readCeilings(deps.database, companyId)
    return mintSibling(
      { ...deps, peppers: deps.keys.peppers },
      { companyId, keyId, createdBy, ...(expiresAt && { expiresAt }), ...(limitsMax && { limitsMax }) },
      await auditActor(context),
    )
  },
})
