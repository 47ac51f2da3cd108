import { createFindKeys } from '@gatehouse/keys/find-keys'
import { listKeyPage } from '@gatehouse/keys/list-keys'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { type Page, definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'
import { type ShownKey, apiKeyType, keyStatusType, showKey, showKeys } from './key-type.ts'

const apiKeyPageType = definePage('ApiKeyConnection', 'A page of keys.', apiKeyType)

type KeyLimits = {
  rpmLimit: number
  requestsLeft: number
  tpmLimit: number
  tokensLeft: number
  resetAt: Date | null
}

const keyLimitsType = defineObject<KeyLimits>(
  'KeyLimits',
  'The limits of a key in effect now, which the current plan may cap, and what they leave in the present minute. resetAt is when its limits are whole again if it makes no further request; null ' +
    'if they are whole now.',
  {
    rpmLimit: field(shapes.int, (limits) => limits.rpmLimit),
    requestsLeft: field(shapes.int, (limits) => limits.requestsLeft),
    tpmLimit: field(shapes.int, (limits) => limits.tpmLimit),
    tokensLeft: field(shapes.int, (limits) => limits.tokensLeft),
    resetAt: field(optional(shapes.time), (limits) => limits.resetAt),
  },
)

const statuses = { LIVE: 'live', REVOKED: 'revoked', EXPIRED: 'expired' } as const

export const keyOperations: readonly Operation[] = [
  defineQuery({
    name: 'apiKeys',
    description:
      'The keys of the company, most recently created first; without a status also the revoked and expired ones.',
    inputs: { companyId: inputs.id, status: optionalInput(enumInput(keyStatusType)), ...pageInputs },
    returns: apiKeyPageType,
    cost: 5,
    async resolve({ deps }, { companyId, status, ...page }): Promise<Page<ShownKey>> {
      const now = new Date(deps.clock.wallMs())
      const found = await takePage(page, (wanted) =>
        listKeyPage(deps.database, companyId, {
          ...wanted,
          status: status ? statuses[status] : undefined,
          now,
        }),
      )
      return { ...found, nodes: await showKeys(deps, companyId, found.nodes) }
    },
  }),
  defineQuery({
    name: 'apiKey',
    description: 'One key of the company, in any status.',
    inputs: { companyId: inputs.id, keyId: inputs.id },
    returns: apiKeyType,
    resolve: ({ deps }, { companyId, keyId }) => showKey(deps, companyId, keyId),
  }),
  defineQuery({
    name: 'keyLimits',
    description:
      'What a key may still use of its requests and tokens per minute, as the gateways count them. Reading it uses nothing.',
    inputs: { companyId: inputs.id, keyId: inputs.id },
    returns: keyLimitsType,
    async resolve({ deps }, { companyId, keyId }) {
      await showKey(deps, companyId, keyId)
      // Read as gateways do, so that the plan's ceilings are applied.
      const [found] = await createFindKeys(deps.database)({ hashes: [], ids: [keyId] })
      const { rpmLimit = 0, tpmLimit = 0 } = found?.key ?? {}
      const used = await deps.keys.readWindow({ companyId, keyId })
      return {
        rpmLimit,
        requestsLeft: Math.max(0, rpmLimit - used.requests),
        tpmLimit,
        tokensLeft: Math.max(0, tpmLimit - used.tokens),
        resetAt: used.emptyAt,
      }
    },
  }),
]
