import { formatCredits } from '@gatehouse/credits/credit'
import { type ApiKey, keyStatus } from '@gatehouse/keys/api-key'
import type { MintedKey } from '@gatehouse/keys/key-change'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

const keyStatuses = ['LIVE', 'REVOKED', 'EXPIRED'] as const
const statusNames = { live: 'LIVE', revoked: 'REVOKED', expired: 'EXPIRED' } as const

const keyStatusType = enumeration(
  'ApiKeyStatus',
  'Whether gateways accept the key: live, revoked or expired.',
  keyStatuses,
)

export const apiKeyType = defineObject<ApiKey>(
  'ApiKey',
  'The credential that a company’s program sends to the gateway. The raw key is not stored: it was shown once. Limits that a company’s ' +
    'admin chose are capped by the current plan.',
  {
    id: field(shapes.id, (key) => key.id),
    name: field(shapes.string, (key) => key.name),
    hint: field(shapes.string, (key) => key.hint),
    status: field(
      keyStatusType,
      (key, { deps }) => statusNames[keyStatus(key, new Date(deps.clock.wallMs()))],
    ),
    scopes: field(listOf(shapes.string), (key) => key.scopes),
    modelAllowlist: field(optional(listOf(shapes.string)), (key) => key.modelAllowlist),
    rpmLimit: field(shapes.int, (key) => key.rpmLimit),
    tpmLimit: field(shapes.int, (key) => key.tpmLimit),
    monthlyCreditCap: field(optional(shapes.string), ({ monthlyCreditCapMicros }) =>
      monthlyCreditCapMicros === null ? null : formatCredits(monthlyCreditCapMicros),
    ),
    mayReadCompanyUsage: field(shapes.boolean, (key) => key.mayReadCompanyUsage),
    createdBy: field(optional(shapes.id), (key) => key.createdBy),
    createdAt: field(shapes.time, (key) => key.createdAt),
    expiresAt: field(optional(shapes.time), (key) => key.expiresAt),
    lastUsedAt: field(optional(shapes.time), (key) => key.lastUsedAt),
    revokedAt: field(optional(shapes.time), (key) => key.revokedAt),
    rotatedFromId: field(optional(shapes.id), (key) => key.rotatedFromId),
  },
)

export const mintedApiKeyType = defineObject<MintedKey>(
  'MintedApiKey',
  'A new key. The raw key can be read only this once.',
  {
    key: field(apiKeyType, ({ key }) => key),
    rawKey: field(shapes.string, ({ rawKey }) => rawKey.reveal()),
  },
)
