import { revokeApiKey as endKey } from '@gatehouse/keys/revoke-api-key'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { apiKeyType } from './api-key-type.ts'

export const revokeApiKey = defineMutation({
  name: 'revokeApiKey',
  description:
    'Ends a key for good. Gateways refuse it within a second, and within five whatever fails. Repeating it does no harm.',
  inputs: { companyId: inputs.id, keyId: inputs.id },
  returns: apiKeyType,
  cost: 50,
  async resolve(context, name) {
    const { database, ids, keys } = context.deps
    const by = await auditActor(context)
    const { key } = await endKey({ database, ids, announceKeyEnd: keys.announceKeyEnd }, name, by)
    return key
  },
})
