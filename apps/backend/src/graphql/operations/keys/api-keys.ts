import { listApiKeys } from '@gatehouse/keys/list-api-keys'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { listOf } from '../../schema/shape.ts'
import { apiKeyType } from './api-key-type.ts'

export const apiKeys = defineQuery({
  name: 'apiKeys',
  description: 'All keys of the company, oldest first, including revoked and expired ones.',
  inputs: { companyId: inputs.id },
  returns: listOf(apiKeyType),
  resolve: ({ deps }, { companyId }) => listApiKeys(deps.database, companyId),
})
