import { revokeApiKey as endKey } from '@gatehouse/keys/revoke-api-key'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { apiKeyType } from './api-key-type.ts'

export const revokeApiKey = defineMutation({
  name: 'revokeApiKey',
  description:
    'Revokes a key permanently. Gateways refuse it within a second, and within five seconds even if the notification is lost. Idempotent.',
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
