import { readKeyCeilings } from '@gatehouse/billing/company-billing'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import {
  type ApiKey,
  type Scope,
  defaultRpmLimit,
  defaultTpmLimit,
  isScope,
  keyStatus,
} from '@gatehouse/keys/api-key'
import { createApiKey } from '@gatehouse/keys/create-api-key'
import { listApiKeys } from '@gatehouse/keys/find-keys'
import type { MintedKey } from '@gatehouse/keys/insert-key'
import { revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import { rotateApiKey } from '@gatehouse/keys/rotate-api-key'
import { requireUser } from '../access/authorise.ts'
import { badRequest } from '../graphql-faults.ts'
import type { OperationDeps } from '../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../schema/define-operation.ts'
import { type InputValues, inputObject, inputs, listInput, optionalInput } from '../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'
import { auditActor } from './audit.ts'

const keyStatuses = ['LIVE', 'REVOKED', 'EXPIRED'] as const
const statusNames = { live: 'LIVE', revoked: 'REVOKED', expired: 'EXPIRED' } as const

const keyStatusType = enumeration(
  'ApiKeyStatus',
  'Whether gateways accept the key: live, revoked or expired.',
  keyStatuses,
)

const apiKeyType = defineObject<ApiKey>(
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

const mintedApiKeyType = defineObject<MintedKey>(
  'MintedApiKey',
  'A new key. The raw key can be read only this once.',
  {
    key: field(apiKeyType, ({ key }) => key),
    rawKey: field(shapes.string, ({ rawKey }) => rawKey.reveal()),
  },
)

const settings = {
  name: inputs.string,
  scopes: optionalInput(listInput(inputs.string)),
  modelAllowlist: optionalInput(listInput(inputs.string)),
  rpmLimit: optionalInput(inputs.int),
  tpmLimit: optionalInput(inputs.int),
  monthlyCreditCap: optionalInput(inputs.string),
  mayReadCompanyUsage: optionalInput(inputs.boolean),
  expiresAt: optionalInput(inputs.time),
}

const createApiKeyInput = inputObject(
  'CreateApiKeyInput',
  'Defaults: all aliases, the default scopes and limits, no expiry.',
  settings,
)

type KeyInput = InputValues<typeof settings>

type Ceilings = { rpm: number; tpm: number }

export const keyOperations: readonly Operation[] = [
  defineQuery({
    name: 'apiKeys',
    description: 'All keys of the company, oldest first, including revoked and expired ones.',
    inputs: { companyId: inputs.id },
    returns: listOf(apiKeyType),
    resolve: ({ deps }, { companyId }) => listApiKeys(deps.database, companyId),
  }),
  defineMutation({
    name: 'createApiKey',
    description: 'Creates a key. The raw key is only in this response and cannot be read again.',
    inputs: { companyId: inputs.id, input: createApiKeyInput },
    returns: mintedApiKeyType,
    cost: 50,
    async resolve(context, { companyId, input }) {
      const { deps, viewer } = context
      const user = await requireUser(viewer)
      const ceilings = await readCeilings(deps.database, companyId)
      if (!user.isSuperAdmin) checkCeilings(input, ceilings)
      return createApiKey(
        { ...deps, peppers: deps.keys.peppers },
        {
          companyId,
          createdBy: user.id,
          ...defaultLimits(ceilings),
          ...toKeySettings(input),
          limitsFollowPlan: !user.isSuperAdmin,
        },
        await auditActor(context),
      )
    },
  }),
  defineMutation({
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
      return rotateApiKey(
        { ...deps, peppers: deps.keys.peppers },
        { companyId, keyId, createdBy, ...(expiresAt && { expiresAt }), ...(limitsMax && { limitsMax }) },
        await auditActor(context),
      )
    },
  }),
  defineMutation({
    name: 'revokeApiKey',
    description:
      'Revokes a key permanently. Gateways refuse it within a second, and within five seconds even if the notification is lost. Idempotent.',
    inputs: { companyId: inputs.id, keyId: inputs.id },
    returns: apiKeyType,
    cost: 50,
    async resolve(context, name) {
      const { database, ids, keys } = context.deps
      const by = await auditActor(context)
      const { key } = await revokeApiKey({ database, ids, announceKeyEnd: keys.announceKeyEnd }, name, by)
      return key
    },
  }),
]

/** Omits settings that the caller left out, so that the domain applies its defaults. */
function toKeySettings(input: KeyInput) {
  const { name, modelAllowlist, expiresAt, scopes, rpmLimit, tpmLimit, monthlyCreditCap } = input
  return {
    name,
    modelAllowlist,
    expiresAt,
    mayReadCompanyUsage: input.mayReadCompanyUsage ?? false,
    ...(scopes && { scopes: scopes.map(readScope) }),
    ...(rpmLimit !== null && { rpmLimit }),
    ...(tpmLimit !== null && { tpmLimit }),
    ...(monthlyCreditCap !== null && { monthlyCreditCapMicros: readCap(monthlyCreditCap) }),
  }
}

/** Limits of a key for which the caller chose none: the default, or the plan's ceiling if that is lower. */
function defaultLimits({ rpm, tpm }: Ceilings) {
  return { rpmLimit: Math.min(rpm, defaultRpmLimit), tpmLimit: Math.min(tpm, defaultTpmLimit) }
}

/** Only super admins may exceed the plan's ceilings. */
function checkCeilings({ rpmLimit, tpmLimit }: KeyInput, { rpm, tpm }: Ceilings): void {
  if ((rpmLimit ?? 0) > rpm || (tpmLimit ?? 0) > tpm) {
    throw badRequest(
      `Your plan allows a key at most ${rpm} requests and ${tpm} tokens per minute. Choose another plan, or contact us for more.`,
      (rpmLimit ?? 0) > rpm ? 'input.rpmLimit' : 'input.tpmLimit',
    )
  }
}

function readScope(text: string): Scope {
  if (!isScope(text)) throw badRequest(`There is no scope ${text.slice(0, 50)}.`, 'input.scopes')
  return text
}

function readCap(text: string): bigint {
  const micros = parseCredits(text)
  if (micros === undefined)
    throw badRequest('monthlyCreditCap must be credits, such as "250" or "0.5".', 'input.monthlyCreditCap')
  return micros
}

/**
 * Reads the highest limits that a key of the company may have at present. The plan can lower or raise the platform's
 * ceilings.
 */
async function readCeilings(database: OperationDeps['database'], companyId: string): Promise<Ceilings> {
  const { rpmLimitMax, tpmLimitMax } = await readKeyCeilings(database, companyId)
  return { rpm: rpmLimitMax ?? defaultRpmLimit, tpm: tpmLimitMax ?? defaultTpmLimit }
}
